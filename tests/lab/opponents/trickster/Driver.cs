// Asks the pinochle bot of TricksterCards/TricksterBots (MIT) what it would do. One question a line comes in, one answer
// a line goes out: see ../README.md.

using System;
using System.Collections.Generic;
using System.Linq;
using Trickster.Bots;
using Trickster.cloud;

public static class Driver
{
    private const int BidsAhead = 300; // more than any hand is worth

    public static void Main()
    {
        for (var line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            var words = line.Split(' ');
            var asked = words.Skip(1).Select(w => w.Split('=')).ToDictionary(w => w[0], w => w[1]);
            Console.Out.WriteLine(Answer(words[0], asked));
            Console.Out.Flush();
        }
    }

    private static string Answer(string kind, Dictionary<string, string> asked)
    {
        switch (kind)
        {
            case "card": return NextCard(asked).StdNotation;
            case "bid": return Bid(asked);
            case "trump": return Trump(asked);
            case "pass": return string.Concat(Passed(asked));
            default: throw new ArgumentException(kind);
        }
    }

    private static Card NextCard(Dictionary<string, string> asked)
    {
        var seat = Seat(asked);
        var players = Players(asked);
        var tricks = Split(asked, "tricks");
        var now = Text(asked, "trick");
        foreach (var each in tricks.Concat(now == "" ? new string[0] : new[] { now }))
            NoteVoids(players, each, asked["trump"]);
        var played = tricks.SelectMany(t => new Hand(t.Substring(1))).ToList();
        var options = Options(asked);
        options._cardsPassedBySeat = new Dictionary<int, List<Card>>
        {
            { seat, new Hand(Text(asked, "given")).RemoveCards(PlayedBy((seat + 2) % 4, tricks, now)).ToList() }
        };
        var bot = new PinochleBot(options, new Card("A" + asked["trump"]).suit);
        var trick = now == "" ? new Hand("") : new Hand(now.Substring(1));
        var best = bot.TrickHighCardIndex(trick);
        return bot.SuggestNextCard(new SuggestCardState<PinochleOptions>
        {
            cardsPlayed = played,
            cardTakingTrick = best < 0 ? null : trick[best],
            isPartnerTakingTrick = best >= 0 && (now[0] - '0' + best) % 4 == (seat + 2) % 4,
            legalCards = Sorted(asked["legal"]),
            player = players[seat],
            players = players,
            trick = trick
        });
    }

    private static string Bid(Dictionary<string, string> asked)
    {
        var least = int.Parse(asked["least"]);
        var legal = new List<BidBase> { new BidBase(BidBase.Pass) };
        legal.AddRange(Enumerable.Range(least, BidsAhead).Select(p => (BidBase)PinochleBid.FromPoints(p)));
        var chosen = Suggest(asked, legal);
        return chosen.value == BidBase.Pass ? "pass" : $"{new PinochleBid(chosen).Points}";
    }

    private static string Trump(Dictionary<string, string> asked)
    {
        var legal = SuitRank.stdSuits.Select(s => (BidBase)PinochleBid.TrumpBidFromSuit(s)).ToList();
        return Card.SuitSymbol(new PinochleBid(Suggest(asked, legal)).TrumpBidSuit);
    }

    private static BidBase Suggest(Dictionary<string, string> asked, List<BidBase> legal)
    {
        var players = Players(asked);
        foreach (var call in Split(asked, "calls"))
            players[call[0] - '0'].Bid = call[1] == 'p' ? BidBase.Pass : PinochleBid.FromPoints(int.Parse(call.Substring(1)));
        return new PinochleBot(Options(asked), Suit.Unknown).SuggestBid(new SuggestBidState<PinochleOptions>
        {
            hand = Sorted(asked["hand"]),
            legalBids = legal,
            player = players[Seat(asked)],
            players = players
        });
    }

    private static List<Card> Passed(Dictionary<string, string> asked)
    {
        var player = Players(asked)[Seat(asked)];
        player.Bid = asked["bidder"] == asked["seat"] ? PinochleBid.FromPoints(int.Parse(asked["bid"])) : PinochleBid.DeclarerPartnerBid;
        var bot = new PinochleBot(Options(asked), new Card("A" + asked["trump"]).suit);
        return bot.SuggestPass(new SuggestPassState<PinochleOptions> { hand = Sorted(asked["hand"]), player = player });
    }

    // A player who does not follow has no card of the suit led, and no trump either where no trump was played.
    private static void NoteVoids(List<PlayerBase> players, string trick, string trump)
    {
        var cards = new Hand(trick.Substring(1));
        var highest = new Card("A" + trump).suit;
        for (var i = 1; i < cards.Count; i++)
        {
            if (cards[i].suit == cards[0].suit)
                continue;
            var missing = players[(trick[0] - '0' + i) % 4].VoidSuits;
            missing.Add(cards[0].suit);
            if (cards[i].suit != highest)
                missing.Add(highest);
        }
    }

    private static IEnumerable<Card> PlayedBy(int seat, IEnumerable<string> tricks, string now)
    {
        foreach (var trick in tricks.Concat(now == "" ? new string[0] : new[] { now }))
        {
            var at = (seat - (trick[0] - '0') + 4) % 4;
            if (2 * at + 2 < trick.Length)
                yield return new Card(trick.Substring(1 + 2 * at, 2));
        }
    }

    private static List<PlayerBase> Players(Dictionary<string, string> asked)
    {
        var players = Enumerable.Range(0, 4).Select(seat => new PlayerBase { Seat = seat }).ToList();
        players[Seat(asked)].Hand = asked["hand"];
        return players;
    }

    private static PinochleOptions Options(Dictionary<string, string> asked)
    {
        return new PinochleOptions
        {
            deckType = asked["copies"] == "2" ? DeckType.Pinochle48 : DeckType.Pinochle80,
            passCount = int.Parse(asked["passing"]),
            marriageOrBetter = asked["marriage"] == "1"
        };
    }

    // The site hands its cards over in an order, which decides between equals: this one agrees with the bot's own tests.
    private static Hand Sorted(string cards)
    {
        return new Hand(new Hand(cards).OrderBy(c => c.suit).ThenBy(c => "9JQKTA".IndexOf(c.StdNotation[0])));
    }

    private static int Seat(Dictionary<string, string> asked) => int.Parse(asked["seat"]);

    private static string Text(Dictionary<string, string> asked, string field) => asked.TryGetValue(field, out var text) ? text : "";

    private static string[] Split(Dictionary<string, string> asked, string field)
    {
        return Text(asked, field).Split(new[] { ',' }, StringSplitOptions.RemoveEmptyEntries);
    }
}
