/* Opens pages without a line: the browser's worker for every address of the club, served at /worker.js by
   ground/kept_pages.py, which puts KEPT before it: { version, page, files, header, forgets }.

   A page is asked of the server first, always. One that says so in its header (its kind, and for how many seconds) is kept:
   of each kind the last one opened, up to MOST_BYTES. Only where the line is away, or silent for PATIENCE, the kept one is
   shown, as html[data-kept="No line. This is the page of 7:55 pm."], with [data-kept-stale] where more was saved since; where
   none is kept, the page at KEPT.page that lists those that are. Its forms get ids of their own each time, as from the server.

   What is sent, and parts of a page, are never answered from here. Another version begins with nothing; whoever signs in or
   out leaves nothing. A page that the server refuses, or no longer marks, goes. Pages send { renew: path } (kept.js) when
   they have changed. */
"use strict";

const CACHE = "kept-" + KEPT.version;
const PATIENCE = 8000;
const MOST_BYTES = 300000; // a board of 80 tables has 113,000
const NOT_KEPT = [200, 401, 403, 404, 410]; // a page that isn't marked, or none for this reader
const OF_ITS_TIME = ["Content-Encoding", "Content-Length", "Vary"]; // of how it came, not of what it is
const NAMED_BY_CONTENT = /\.[0-9a-f]{12}\.\w+$/;
const FORGETS = new RegExp(KEPT.forgets);
const FILES = new RegExp(KEPT.files + "[\\w./-]+\\.\\w+", "g");

self.addEventListener("install", (event) => event.waitUntil(begin()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function begin() {
  const answer = await ask(KEPT.page);
  if (answer.status !== 200) throw new Error("no page yet: the browser tries again");
  await keep(KEPT.page, answer);
  await self.skipWaiting();
}

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith("kept-") && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  if (self.registration.navigationPreload) await self.registration.navigationPreload.enable();
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin) return;
  if (event.request.method === "POST" && FORGETS.test(url.pathname)) {
    event.waitUntil(forget());
  } else if (event.request.method !== "GET") {
    return;
  } else if (event.request.mode === "navigate" && url.pathname.endsWith("/") && !url.searchParams.has("file")) {
    event.respondWith(open(event, url));
  } else if (url.pathname.startsWith(KEPT.files)) {
    event.respondWith(file(event.request));
  }
});

/* Pages */
async function open(event, url) {
  const since = reader;
  const coming = Promise.resolve(event.preloadResponse).then((early) => early || fetch(event.request));
  event.waitUntil(coming.then((answer) => note(url.pathname, answer.clone(), since)).catch(() => { /* told by what is shown */ }));
  const heard = await Promise.race([coming.catch(() => null), silence()]);
  if (isAnswer(heard)) return heard;
  const old = await shown(url.pathname);
  if (old) return old;
  const late = await coming.catch(() => null);
  return isAnswer(late) ? late : (await shown(KEPT.page)) || late || Response.error();
}

function silence() {
  return new Promise((done) => setTimeout(() => done(null), PATIENCE));
}

/* A proxy in front of the club's server says 502 to 504 when that is away; all answers of ours tell search engines off. */
function isAnswer(answer) {
  return Boolean(answer) && (answer.status < 502 || answer.status > 504 || answer.headers.has("X-Robots-Tag"));
}

/* What an answer means for the page that is kept of its address. */
async function note(path, answer, since) {
  if (path === KEPT.page || since !== reader) return;
  if (answer.status === 200 && answer.headers.has(KEPT.header)) await keep(path, answer);
  else if (answer.type === "opaqueredirect" || NOT_KEPT.includes(answer.status)) {
    await (await caches.open(CACHE)).delete(path);
  }
}

async function keep(path, answer) {
  const text = await answer.text();
  const cache = await caches.open(CACHE);
  const headers = new Headers(answer.headers);
  OF_ITS_TIME.forEach((name) => headers.delete(name));
  headers.set("Kept-At", Date.now());
  if (text.length <= MOST_BYTES) await cache.put(path, new Response(text, { headers }));
  else await cache.delete(path);
  await dropOthers(cache, path, kindOf(answer));
  await keepFiles(cache);
}

/* Of a kind only the page that was opened last stays. */
async function dropOthers(cache, path, kind) {
  const others = (await pages(cache)).filter(({ page, kept }) => page !== path && kindOf(kept) === kind);
  await Promise.all(others.map(({ page }) => cache.delete(page)));
}

function kindOf(answer) {
  return (answer.headers.get(KEPT.header) || "").split(" ")[0];
}

async function pages(cache) {
  const paths = (await cache.keys()).map((request) => new URL(request.url).pathname);
  const found = await Promise.all(paths.filter((path) => !path.startsWith(KEPT.files)).map(async (page) => {
    return { page, kept: await cache.match(page) };
  }));
  return found.filter(({ kept }) => kept); // it may have gone meanwhile
}

/* Styles, scripts and fonts that kept pages name, and no others. */
async function keepFiles(cache) {
  const texts = await Promise.all((await pages(cache)).map(({ kept }) => kept.text()));
  const named = new Set(texts.flatMap((text) => text.match(FILES) || []));
  const there = (await cache.keys()).map((request) => new URL(request.url).pathname);
  const gone = there.filter((path) => path.startsWith(KEPT.files) && !named.has(path));
  await Promise.all(gone.map((path) => cache.delete(path)));
  await Promise.allSettled([...named].filter((path) => !there.includes(path)).map((path) => cache.add(path)));
}

async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept && NAMED_BY_CONTENT.test(request.url)) return kept;
  const answer = await fetch(request).catch(() => null);
  return isAnswer(answer) ? answer : kept || answer || Response.error();
}

/* Without a line */
async function shown(path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path);
  if (!kept) return null;
  const at = Number(kept.headers.get("Kept-At"));
  if (path !== KEPT.page && Date.now() > at + 1000 * kept.headers.get(KEPT.header).split(" ")[1]) {
    await cache.delete(path);
    return null;
  }
  return new Response(marked(await kept.text(), at, kept.headers.has("Kept-Stale")), { headers: kept.headers });
}

function marked(text, at, isStale) {
  const time = new Date(at).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" }).toLowerCase();
  const words = "No line. This is the page of " + time + "." + (isStale ? " What was saved since then isn’t on it." : "");
  const mark = `<html data-kept="${words}" data-kept-at="${at}"${isStale ? " data-kept-stale" : ""} `;
  return text.replace("<html ", mark).replace(/(name="client_id" value=")[^"]*/g, (_, start) => start + newId());
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* Anew */
let line = Promise.resolve(); // one after the other, so that the last drawn stays
const asked = new Set();

self.addEventListener("message", (event) => {
  const url = new URL(event.data.renew, self.location.origin);
  if (url.origin !== self.location.origin || asked.has(url.pathname)) return;
  asked.add(url.pathname);
  line = line.then(() => renew(url)).catch(() => { /* no line: what is kept says that it is stale */ });
  event.waitUntil(line);
});

async function renew(url) {
  asked.delete(url.pathname);
  await markStale(url.pathname);
  const since = reader;
  await note(url.pathname, await ask(url.pathname), since);
}

async function markStale(path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path);
  if (!kept) return;
  const headers = new Headers(kept.headers);
  headers.set("Kept-Stale", "");
  await cache.put(path, new Response(await kept.text(), { headers }));
}

async function ask(path) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PATIENCE);
  const answer = await fetch(path, { cache: "no-store", redirect: "manual", signal: giveUp.signal });
  clearTimeout(timer);
  return answer;
}

let reader = 0; // another one after each sign-in or sign-out: what was asked for before is nobody's any more

async function forget() {
  reader += 1;
  const cache = await caches.open(CACHE);
  const all = await pages(cache);
  await Promise.all(all.filter(({ page }) => page !== KEPT.page).map(({ page }) => cache.delete(page)));
}
