/* What a tablet can say of a hand by itself: which figures cannot be, and what a plain hand comes to. Arithmetic alone: what
   may be bid, melded and taken, and who gets what for it, are facts of the book (scoring/rules/plain_hands.py).

   figures.faults(book, step, values)     { field: sentence } of a step; empty for one that can be
   figures.sum(book, values)              { made, points: { side: … } }; null where the hand is not plain
   figures.isPlayed(book, values)         whether a plain hand goes on to the tricks after these melds
   figures.headOf(book, totals, place, played)   what the head of the side at this place says: [total, what is to go]
   figures.asked(book, step, values)      the fields of a step whose figures somebody will be asked about, as far as a tablet
                                          can know

   `values` are the fields of a hand as a form sends them. */
(function () {
  "use strict";

  var PLAIN = /^(dealer|board|bidder|partner|bid|trump|(meld|take)_\w+)$/;

  function has(bits, number) {
    return Boolean(parseInt(bits[number >> 2] || "0", 16) >> (number & 3) & 1);
  }

  /* The nearest numbers that can be, below and above. */
  function near(can, number, most) {
    var below = number - 1, above = number + 1;
    while (below >= 0 && !can(below)) below -= 1;
    while (above <= most && !can(above)) above += 1;
    return [below, above].filter(function (each) { return each >= 0 && each <= most; });
  }

  /* The sides of a hand: where a partner is called, they are made by it. */
  function sidesOf(book, values) {
    var all = Object.keys(book.sides).filter(function (side) { return !book.dealerSitsOut || side !== values.dealer; });
    if (!book.calls || !values.partner) return all;
    return all.map(function (seat) { return teamOf(book, values, seat, book.calls === "together"); }).filter(isFirst);
  }

  /* Whose tricks are counted together. */
  function takeSidesOf(book, values) {
    if (!book.calls || !values.partner || book.calls === "alone") return sidesOf(book, values);
    return Object.keys(book.sides).map(function (seat) { return teamOf(book, values, seat, true); }).filter(isFirst);
  }

  function isFirst(side, place, sides) {
    return sides.indexOf(side) === place;
  }

  /* Those who play with a seat; of the bidder's opponents, `areTogether`, all. */
  function teamOf(book, values, seat, areTogether) {
    var bidder = bidderOf(book, values), own = [bidder, values.partner].indexOf(seat) >= 0;
    if (!own && !areTogether) return seat;
    return Object.keys(book.sides).filter(function (each) {
      return ([bidder, values.partner].indexOf(each) >= 0) === own;
    }).join("");
  }

  /* Where nobody bids, each side scores alike what it makes: then any will do. */
  function bidderOf(book, values) {
    if (!book.isBid) return Object.keys(book.players)[0];
    return values.bidder === "stuck" ? book.lastToCall[values.dealer] : values.bidder;
  }

  /* The field of a side's figure: a side that a called partner makes has the bidder's, the others together the first's. */
  function boxOf(book, values, step, side) {
    if (side in book.sides) return step + "_" + side;
    var bidder = bidderOf(book, values);
    return step + "_" + (side.indexOf(bidder) >= 0 ? bidder : side.charAt(0));
  }

  /* A side by its players: `Ann, Chris & Ed`. */
  function nameOf(book, side) {
    if (side in book.sides) return book.sides[side];
    var names = side.split("").map(function (seat) { return book.players[seat]; });
    return [names.slice(0, -1).join(", "), names[names.length - 1]].filter(Boolean).join(" & ");
  }

  function isStuck(book, values) {
    return values.bidder === "stuck" || (book.isBid && Number(values.bid) === book.stuck && values.bidder === book.lastToCall[values.dealer]);
  }

  function bidOf(book, values) {
    return values.bidder === "stuck" ? book.stuck : Number(values.bid || 0);
  }

  function sideOf(book, values) {
    var bidder = bidderOf(book, values);
    return sidesOf(book, values).find(function (side) { return side.indexOf(bidder) >= 0; });
  }

  function isPlain(values) {
    return Object.keys(values).every(function (name) { return PLAIN.test(name) || !values[name]; });
  }

  function fits(book, bid) {
    var step = book.steps.find(function (each) { return each[0] === null || bid <= each[0]; });
    return bid >= book.opening && bid % step[1] === 0 && !(book.highest !== null && bid > book.highest);
  }

  function bidFaults(book, values) {
    var bid = bidOf(book, values);
    if (book.hasBoards && !values.board) return { board: "Tap the number that’s on the board." };
    if (!book.isBid) return values.trump ? {} : { trump: "Tap the suit that was turned up." };
    if (!values.bidder) return { bidder: "Tap the player who won the bid." };
    if (book.calls && !values.partner) return { partner: "Tap who plays with the bidder, or “Alone”." };
    if (!values.bid && values.bidder !== "stuck") return { bid: "Enter the bid that won the auction." };
    if (!isStuck(book, values)) {
      if (bid < book.opening) return { bid: "Bidding opens at " + book.opening + ". Bid that or more." };
      if (book.highest !== null && bid > book.highest) return { bid: "Nobody may bid more than " + book.highest + "." };
      if (!fits(book, bid)) {
        return { bid: "Nobody can bid " + bid + " here. Did you mean " +
          near(fits.bind(null, book), bid, Infinity).join(" or ") + "?" };
      }
    }
    return values.trump || values.no_marriage ? {} : { trump: "Tap the suit that is trump." };
  }

  function meldFaults(book, values) {
    var out = {};
    sidesOf(book, values).forEach(function (side) {
      var name = boxOf(book, values, "meld", side), meld = Number(values[name]);
      var bits = book.melds[side === sideOf(book, values) ? "bidder" : "others"];
      if (values.no_marriage) return;
      if (!values[name]) out[name] = "Enter the meld, or 0 if there was none.";
      else if (!has(bits, meld)) {
        out[name] = meld + " isn’t a possible meld here. Did you mean " +
          near(has.bind(null, bits), meld, bits.length * 4).join(" or ") + "?";
      }
    });
    return out;
  }

  /* The takes, the last of them worked out where all points count for somebody. */
  function takes(book, values) {
    var sides = takeSidesOf(book, values), given = {}, left = book.points[1];
    sides.forEach(function (side) {
      var typed = values[boxOf(book, values, "take", side)];
      if (!typed) return;
      given[side] = Number(typed);
      left -= given[side];
    });
    var missing = sides.filter(function (side) { return !(side in given); });
    if (missing.length === 1 && left >= 0 && book.points[0] === book.points[1]) given[missing[0]] = left;
    return given;
  }

  function takeFaults(book, values) {
    if (["thrown_in", "laid_stands", "no_marriage", "renege"].some(function (name) { return values[name]; })) return {};
    var out = {}, given = takes(book, values), sum = 0, most = book.points[1];
    Object.keys(given).forEach(function (side) {
      sum += given[side];
      var name = boxOf(book, values, "take", side);
      if (given[side] > most) out[name] = "There are only " + most + " points in a hand.";
      else if (!has(book.takes, given[side])) out[name] = book.noSuchTake.replace("{}", given[side]);
    });
    var missing = takeSidesOf(book, values).filter(function (side) { return !(side in given); });
    var rounded = Object.values(given).filter(function (take) { return take % 10 === 0; }).length;
    var leeway = book.rounding ? book.rounding.leeway[rounded] : [0, 0];
    if (!Object.keys(out).length && (sum - leeway[0] > most || (!missing.length && sum + leeway[1] < book.points[0]))) {
      out.take = Object.values(given).join(" + ") + " = " + sum + ": the takes of a hand come to " +
        (missing.length ? "no more than " : book.points[0] < most ? book.points[0] + " to " : "") + most + ".";
    }
    missing.forEach(function (side) {
      out[boxOf(book, values, "take", side)] = book.takeMissed;
    });
    return out;
  }

  var FAULTS = { bid: bidFaults, meld: meldFaults, take: takeFaults };

  function faults(book, step, values) {
    var wrong = Object.keys(values).find(function (name) {
      return name.split("_")[0] === step && values[name] && !/^\d{1,4}$/.test(values[name]);
    });
    if (!wrong) return FAULTS[step](book, values);
    var out = {};
    out[wrong] = "Enter a whole number, such as 14.";
    return out;
  }

  /* What counts of a meld. */
  function counted(shares, who, meld) {
    return meld < shares.least[who] ? 0 : meld;
  }

  function meldOf(book, values, side) {
    return Number(values[boxOf(book, values, "meld", side)]);
  }

  function isPlayed(book, values) {
    var shares = isStuck(book, values) ? book.afterStuck : book.plain;
    var meld = meldOf(book, values, sideOf(book, values)), counts = counted(shares, "bidder", meld);
    if (!isPlain(values) || (shares.needsMeld && meld < shares.least.bidder)) return false;
    return book.reach === null || bidOf(book, values) - counts <= book.reach;
  }

  function ofTake(rows, take) {
    return rows.filter(function (row) { return row[0] <= take; }).pop()[1];
  }

  /* A take as it counts. */
  function countedTake(book, who, take) {
    return book.rounding ? Math.floor((take + book.rounding.adds[who]) / 10) * 10 : take;
  }

  function sum(book, values) {
    var isWhole = Object.keys(FAULTS).every(function (step) { return !Object.keys(faults(book, step, values)).length; });
    if (!isWhole || !isPlayed(book, values)) return null;
    var bidding = sideOf(book, values), bid = bidOf(book, values), given = takes(book, values);
    var shares = isStuck(book, values) ? book.afterStuck : book.plain;
    var sides = sidesOf(book, values).map(function (side) {
      var who = side === bidding ? "bidder" : "others", meld = counted(shares, who, meldOf(book, values, side));
      var took = given[takeSidesOf(book, values).find(function (team) { return team.indexOf(side.charAt(0)) >= 0; })];
      return { side: side, meld: meld, take: countedTake(book, who, took), ways: ofTake(shares[who], took) };
    });
    if (sides.some(function (each) { return !each.ways; })) return null;
    var own = sides.find(function (each) { return each.side === bidding; });
    var made = Boolean(own.ways[0]) && own.meld + own.take >= bid;
    var points = {};
    sides.forEach(function (each) {
      var way = each.ways[made ? 0 : 1];
      (each.side in book.sides ? [each.side] : each.side.split("")).forEach(function (side) {
        points[side] = way[0] * each.meld + way[1] * each.take + way[2] * bid;
      });
    });
    return { made: made, points: points };
  }

  /* What holds for a figure, of bands that each begin at one. */
  function bandOf(bands, figure) {
    return (bands.filter(function (band) { return band[0] <= figure; }).pop() || bands[0] || [0, ""])[1];
  }

  /* A stuck bid has the band before all others, at 0. */
  function asked(book, step, values) {
    var bid = bidOf(book, values), bidding = sideOf(book, values);
    if (step === "bid") return bid > book.asked.bid ? ["bid"] : [];
    if (step === "meld") {
      var melds = bandOf(book.asked.meld, isStuck(book, values) ? 0 : bid);
      return sidesOf(book, values).filter(function (side) {
        return melds && has(melds[side === bidding ? "bidder" : "others"], meldOf(book, values, side));
      }).map(function (side) { return boxOf(book, values, "meld", side); });
    }
    var bits = bandOf(book.asked.take, bid - meldOf(book, values, bidding)), taken = takes(book, values)[bidding];
    return !values.renege && has(bits, taken) ? [boxOf(book, values, "take", bidding)] : [];
  }

  /* What a hand comes to on its line: the total after it, or what it brought where it is a board. */
  function shown(book, points, total) {
    return (book.hasBoards && points > 0 ? "+" : "") + String(book.hasBoards ? points : total).replace("-", "−");
  }

  /* What a side is above the other; above the mean of the others where three play. */
  function margin(totals, side) {
    var all = Object.keys(totals), sum = all.reduce(function (so, each) { return so + totals[each]; }, 0);
    return totals[side] - (sum - totals[side]) / (all.length - 1);
  }

  /* Whether a side gets the skunk after so many hands: all of a round are in, and it alone has points. */
  function hasSkunk(book, totals, side, played) {
    if (!book.skunk || played !== book.skunk.hands) return false;
    var able = Object.keys(totals).filter(function (each) { return totals[each] > book.skunk.above[each]; });
    return able.length === 1 && able[0] === side;
  }

  /* What the head of a side says after so many hands: its total, of boards what it is ahead by, and what is to go, or the
     skunk that is in it; `totals` are null where they are not known. */
  function headOf(book, totals, place, played) {
    var side = Object.keys(book.sides)[place], isSkunk = totals && hasSkunk(book, totals, side, played);
    var total = totals && totals[side] + (isSkunk ? book.skunk.points : 0), left = totals && book.target - total;
    var toGo = book.target === null ? book.toGo[played] : totals ? book.toGo[left > 0 ? 0 : left ? 2 : 1].replace("{}", left) : "";
    if (isSkunk) toGo = book.skunk.says;
    return [totals ? shown(book, book.hasBoards ? margin(totals, side) : 0, total) : "?", toGo || ""];
  }

  window.figures = { faults: faults, sum: sum, isPlayed: isPlayed, asked: asked, sideOf: sideOf, takes: takes, bidOf: bidOf,
    isStuck: isStuck, shown: shown, headOf: headOf, sidesOf: sidesOf, takeSidesOf: takeSidesOf, boxOf: boxOf, nameOf: nameOf };
})();
