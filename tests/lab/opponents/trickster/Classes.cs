// What TricksterBots asks of its package TricksterBotClasses: a card, a hand, the options of a game and the like. The
// package lies in a registry of its own, so these are ours, written from how the bot uses them; what they decide
// themselves is only what follows from the rules (which card is higher, what a meld is worth). Points count as in our
// books, 1 for each counter: a tenth of the site's.

using System;
using System.Collections.Generic;
using System.Linq;

namespace Trickster.cloud
{
    public enum Suit { Unknown, Clubs, Diamonds, Hearts, Spades, Joker }

    public enum Rank { Unknown, Nine = 9, Ten, Jack, Queen, King, Ace }

    public enum DeckType { Pinochle48, Pinochle80 }

    public enum PinochleKitty { None, FourCard }

    public enum PinochleBidStyle { Auction, Single }

    public enum PinochleTrickScoring { AceTenKingOnly, Classic, Simplified }

    public enum BidSpace { Pinochle = 100000 }

    public static class SuitRank
    {
        public static readonly Suit[] stdSuits = { Suit.Clubs, Suit.Diamonds, Suit.Hearts, Suit.Spades };
        public static readonly Suit[] allSuits = { Suit.Clubs, Suit.Diamonds, Suit.Hearts, Suit.Spades, Suit.Joker };
        public static readonly Rank[] stdRanks = { Rank.Nine, Rank.Ten, Rank.Jack, Rank.Queen, Rank.King, Rank.Ace };
    }

    public class Card
    {
        private const string Suits = "?CDHS";
        private const string Ranks = "9TJQKA";

        public readonly Suit suit;
        public readonly Rank rank;

        public Card(Suit suit, Rank rank)
        {
            this.suit = suit;
            this.rank = rank;
        }

        public Card(string name) : this((Suit)Suits.IndexOf(name[1]), Rank.Nine + Ranks.IndexOf(name[0]))
        {
        }

        public string StdNotation => $"{Ranks[rank - Rank.Nine]}{Suits[(int)suit]}";

        public static string SuitSymbol(Suit suit) => $"{Suits[(int)suit]}";

        public bool SameAs(Card other) => other != null && suit == other.suit && rank == other.rank;

        public override string ToString() => StdNotation;
    }

    public class Hand : List<Card>
    {
        public Hand(IEnumerable<Card> cards) : base(cards)
        {
        }

        public Hand(string cards) : base(Enumerable.Range(0, cards.Length / 2).Select(i => new Card(cards.Substring(2 * i, 2))))
        {
        }

        public bool ContainsCard(Card card) => this.Any(card.SameAs);

        public bool ContainsSuitAndRank(Suit suit, Rank rank) => ContainsCard(new Card(suit, rank));

        public void AddCards(IEnumerable<Card> cards) => AddRange(cards);

        public Card RemoveCard(Card card)
        {
            var at = FindIndex(card.SameAs);
            if (at < 0)
                return null;
            var found = this[at];
            RemoveAt(at);
            return found;
        }

        public Card RemoveSuitRank(Suit suit, Rank rank) => RemoveCard(new Card(suit, rank));

        public Hand RemoveCards(IEnumerable<Card> cards)
        {
            foreach (var card in cards.ToList())
                RemoveCard(card);
            return this;
        }

        public List<Card> RemoveAndReturn(IEnumerable<Card> cards) => cards.ToList().Select(RemoveCard).Where(c => c != null).ToList();
    }

    public static class DeckBuilder
    {
        public static List<Card> BuildDeck(DeckType type)
        {
            var isSingle = type == DeckType.Pinochle48;
            var ranks = SuitRank.stdRanks.Where(r => isSingle || r != Rank.Nine);
            var cards = SuitRank.stdSuits.SelectMany(s => ranks.Select(r => new { s, r })).ToList();
            return Enumerable.Range(0, isSingle ? 2 : 4).SelectMany(i => cards.Select(c => new Card(c.s, c.r))).ToList();
        }

        public static int DeckSize(DeckType type) => type == DeckType.Pinochle48 ? 48 : 80;
    }

    public abstract class GameOptions
    {
        public DeckType deckType;
        public bool isPartnership = true;
        public bool isTwoTeams = false;
        public int players = 4;

        public Suit EffectiveSuit(Card card, Suit trump) => card.suit;

        public int RankSort(Card card, Suit trump) => "9JQKTA".IndexOf(card.StdNotation[0]);
    }

    public class PinochleOptions : GameOptions
    {
        public PinochleBidStyle bidStyle = PinochleBidStyle.Auction;
        public bool doubleDeck => deckType == DeckType.Pinochle80;
        public bool doubleRoyalMarriage = false;
        public PinochleKitty kitty = PinochleKitty.None;
        public bool marriageOrBetter = false;
        public bool min20InMeld = false;
        public bool noDoublePinochle = false;
        public int passCount = 0;
        public bool runWithExtras = false;
        public PinochleTrickScoring trickScoring = PinochleTrickScoring.AceTenKingOnly;
        public Dictionary<int, List<Card>> _cardsDiscardedBySeat = null;
        public Dictionary<int, List<Card>> _cardsPassedBySeat = null;

        public int ClassicTrickScoreForLastTrick => 10;
        public int KittySize => 0;
        public int MeldPointsMultiplier => 1;
        public int TrickScoreDivisor => 10;
    }

    public enum PinochleMeld
    {
        Run, RunWithExtraKing, RunWithExtraQueen, RunWithExtraMarriage, DoubleRun, TripleRun, QuadrupleRun,
        RoyalMarriage, DoubleRoyalMarriage, TripleRoyalMarriage, QuadrupleRoyalMarriage, CommonMarriage, NineOfTrump,
        AcesAround, DoubleAcesAround, TripleAcesAround, QuadrupleAcesAround,
        KingsAround, DoubleKingsAround, TripleKingsAround, QuadrupleKingsAround,
        QueensAround, DoubleQueensAround, TripleQueensAround, QuadrupleQueensAround,
        JacksAround, DoubleJacksAround, TripleJacksAround, QuadrupleJacksAround,
        Pinochle, DoublePinochle, TriplePinochle, QuadruplePinochle
    }

    public static class PinochleMelds
    {
        private static readonly int[] Values =
        {
            15, 17, 17, 19, 150, 225, 300, 4, 8, 12, 16, 2, 1,
            10, 100, 150, 200, 8, 80, 120, 160, 6, 60, 90, 120, 4, 40, 60, 80, 4, 30, 60, 90
        };

        public class Meld
        {
            public readonly PinochleMeld m;
            private readonly int _count;

            public Meld(PinochleMeld meld, Hand cards, int count = 1)
            {
                m = meld;
                Cards = cards;
                _count = count;
            }

            public Hand Cards { get; }

            public int Group => m < PinochleMeld.AcesAround ? 1 : m < PinochleMeld.Pinochle ? 2 : 3;

            public string Name => m.ToString();

            public int Points(PinochleOptions options) => Values[(int)m] * _count * options.MeldPointsMultiplier;
        }

        // A card is used once in each group of melds, so of each card as many are needed as in the group with the most.
        public static List<Card> MinimumCardsRequired(IEnumerable<Meld> melds)
        {
            return melds.SelectMany(m => m.Cards.Select(c => new { m.Group, Card = c }))
                .GroupBy(c => c.Card.StdNotation)
                .SelectMany(g => Enumerable.Repeat(g.First().Card, g.GroupBy(c => c.Group).Max(c => c.Count())))
                .ToList();
        }
    }

    public class MeldInfo
    {
        public List<Card> cardsUsed;
        public string detailHtml;
        public int points;
    }

    public class BidExplanation
    {
        public string Description;
    }

    public class BidBase
    {
        public const int Pass = -1;
        public const int NoBid = -2;
        public const int NotPlaying = -3;

        public readonly int value;
        public BidExplanation explanation;

        public BidBase(int value)
        {
            this.value = value;
        }
    }

    public class PlayerBase
    {
        public int Bid = BidBase.NoBid;
        public List<int> BidHistory = new List<int>();
        public Suit GoodSuit = Suit.Unknown;
        public bool IsActivelyPlaying = true;
        public string Hand = "";
        public int Seat;
        public List<Suit> VoidSuits = new List<Suit>();
    }

    public class SuggestBidState<T>
    {
        public Hand hand;
        public List<BidBase> legalBids;
        public PlayerBase player;
        public List<PlayerBase> players;
    }

    public class SuggestCardState<T>
    {
        public List<Card> cardsPlayed;
        public Card cardTakingTrick;
        public bool isPartnerTakingTrick;
        public List<Card> legalCards;
        public PlayerBase player;
        public List<PlayerBase> players;
        public List<Card> trick;
    }

    public class SuggestDiscardState<T>
    {
        public Hand hand;
    }

    public class SuggestPassState<T>
    {
        public Hand hand;
        public PlayerBase player;
    }
}
