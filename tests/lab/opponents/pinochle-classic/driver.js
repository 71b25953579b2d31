// Asks jeffbcole/pinochle-classic (Apache-2.0) what it would do; node driver.js FOLDER_OF_ITS_SOURCE
//
// Its two engine files are run as they are, without a page: what they ask of a browser is given to them here.
// One question a line comes in, one answer a line goes out: see ../README.md.
const fs = require('fs');
const vm = require('vm');

const LEVEL = 'Pro'; // its strongest
const SIMULATIONS_PER_SUIT = 1000; // as in its game
const SEATS = ['North', 'East', 'South', 'West']; // of a question; the game counts from South
const PLACE = { South: 0, West: 1, North: 2, East: 3 };

let answered = null;
const world = {
  self: { addEventListener: () => {}, postMessage: (said) => { answered = said; } },
  GetSetting: () => true,
  console,
};
vm.createContext(world);
for (const name of ['player.js', 'GameSimulator.js']) {
  vm.runInContext(fs.readFileSync(`${process.argv[2]}/${name}`, 'utf8'), world, name);
}

// The same question is answered alike each time: its chance follows from the words of the question.
function seedChance(words) {
  let state = 2166136261;
  for (const letter of words) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  world.Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
vm.runInContext('Math = Object.create(Math)', world);

const placeOf = (seat) => PLACE[SEATS[Number(seat)]];
const pairsOf = (cards) => cards.match(/../g) || [];

// A whole deck, from which cards are taken by name; each card is an object of its own, as in the game.
function pack() {
  const cards = world.GetCards(false).map((card) => ({ ...card }));
  return {
    take: (name) => cards.splice(cards.findIndex((card) => card.hash === name), 1)[0],
    rest: () => cards,
  };
}

function table(trump) {
  const players = ['South', 'West', 'North', 'East'].map((position) => {
    const player = new world.Player();
    player.Initialize(position, false, LEVEL, position);
    return player;
  });
  return { isDoubleDeck: false, trumpSuit: trump, players, cardsPlayedThisRound: [], trickCards: [] };
}

// The hand in the order in which the game holds it: by suit, the highest first.
function inOrder(cards) {
  return cards.sort((a, b) => a.suitInt - b.suitInt || b.value - a.value || a.deckID - b.deckID);
}

function seated(asked) {
  const game = table(asked.trump);
  const deck = pack();
  const me = game.players[placeOf(asked.seat)];
  me.cards = inOrder(pairsOf(asked.hand || '').map(deck.take));
  return { game, deck, me };
}

function card(asked) {
  const { game, deck, me } = seated(asked);
  const tricks = [...(asked.tricks || '').split(',').filter(Boolean), ...(asked.trick ? [asked.trick] : [])];
  const played = tricks.map((trick) => ({ lead: placeOf(trick[0]), cards: pairsOf(trick.slice(1)).map(deck.take) }));
  // Here the game looks into the other hands. What a player can't see is taken for the opponents'.
  for (const step of [1, 3]) game.players[(me.playerPositionInt + step) % 4].cards = [...deck.rest()];
  for (const trick of played) {
    game.trickCards = [];
    game.leadIndex = trick.lead;
    game.turnIndex = trick.lead;
    for (const each of trick.cards) {
      game.players[game.turnIndex % 4].cards.push(each);
      world.PlayCard(game, each);
    }
  }
  if (!asked.trick) {
    game.trickCards = [];
    game.leadIndex = game.turnIndex = me.playerPositionInt;
  }
  return me.FindBestPlayingCard(game).hash;
}

// Its highest bid and the trump it bids on are found once a deal, for a hand; so are they here.
const analyses = new Map();
function analysis(asked, cards) {
  const key = `${asked.seat} ${cards.map((each) => each.hash).join('')}`;
  if (!analyses.has(key)) {
    seedChance(key);
    world.FindBestBidWithData({
      playerSkill: LEVEL,
      gameState: { isDoubleDeck: false, leadIndex: 0, dealerIndex: placeOf(asked.dealer), turnIndex: 0 },
      passingCardsCount: Number(asked.passing),
      playerIndex: placeOf(asked.seat),
      playerCards: cards,
      simulationsPerSuit: SIMULATIONS_PER_SUIT,
      isForSimulationView: false,
      minimumEndTime: 0,
    });
    analyses.set(key, answered.bid);
  }
  return analyses.get(key);
}

// What its ChooseBid does: one more than the highest up to its own limit, and never against the partner once
// both opponents are out. Its first bidder must open; here it may pass, so it opens with a hand that is worth it.
function bid(asked) {
  const { me } = seated(asked);
  const [limit] = analysis(asked, me.cards);
  const calls = (asked.calls || '').split(',').filter(Boolean);
  const out = calls.filter((call) => call[1] === 'p').length;
  const holder = calls.filter((call) => call[1] !== 'p').pop();
  const isPartners = holder && placeOf(holder[0]) === (me.playerPositionInt + 2) % 4;
  if (out === 2 && isPartners) return 'pass';
  return limit >= Number(asked.least) ? asked.least : 'pass';
}

function trump(asked) {
  const { me } = seated(asked);
  return analysis(asked, me.cards)[1];
}

function pass(asked) {
  const { game, me } = seated(asked);
  me.receivedCards = pairsOf(asked.received || '').map((name) => me.cards.find((each) => each.hash === name));
  return me.FindBestPassingCards(Number(asked.passing), game).map((each) => each.hash).join('');
}

const KINDS = { card, bid, trump, pass };
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [kind, ...fields] = line.split(' ');
  const asked = Object.fromEntries(fields.map((field) => field.split('=')));
  process.stdout.write(`${KINDS[kind](asked)}\n`);
});
