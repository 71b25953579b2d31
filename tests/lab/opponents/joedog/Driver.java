// SPDX-License-Identifier: GPL-2.0-or-later
// This one file is linked with JoeDog's pinochle (GPL-2.0-or-later), so it is under the same licence. It is no part of
// the club's program, which only talks to it through a pipe.
//
// Asks JoeDog's computer players what they would do. One question a line comes in, one answer a line goes out: see
// ../README.md.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.joedog.pinochle.control.Game;
import org.joedog.pinochle.game.Card;
import org.joedog.pinochle.game.Deck;
import org.joedog.pinochle.game.Hand;
import org.joedog.pinochle.game.Trick;
import org.joedog.pinochle.model.Location;
import org.joedog.pinochle.player.Computer;

public class Driver {
  private static final String SUITS = "HCDS"; // in the game's order
  private static final String RANKS = "9JQKTA"; // from its 9 up
  private static final int LOWEST = 9;

  private static String trump = "-1";

  private static Game game;

  // A player is asked about its whole deal: what it made of its hand is kept, since chance has a part in that.
  private static final Map<String, Computer> BIDDERS = new HashMap<>();

  // The game writes to standard output as it likes.
  private static PrintStream answers;

  public static void main(String[] arguments) throws Exception {
    answers = System.out;
    System.setOut(System.err);
    game = quietGame();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      Map<String, String> asked = new HashMap<>();
      for (int i = 1; i < words.length; i++) {
        String[] field = words[i].split("=", 2);
        asked.put(field[0], field[1]);
      }
      answers.println(answer(words[0], asked));
      answers.flush();
    }
  }

  // The game with its settings and without its window: an auction, and every trick must be beaten.
  private static Game quietGame() {
    return new Game() {
      @Override public String getModelStringProperty(String key) {
        return key.equals("Trump") ? trump : key.equals("BidVariation") ? "auction" : "";
      }

      @Override public boolean getModelBooleanProperty(String key) {
        return key.equals("TopVariation");
      }
    };
  }

  private static String answer(String kind, Map<String, String> asked) {
    trump = asked.containsKey("trump") ? "" + SUITS.indexOf(asked.get("trump")) : "-1";
    switch (kind) {
      case "card": return name(card(asked));
      case "bid": return bid(asked);
      case "trump": return "" + SUITS.charAt(bidder(asked).nameTrump());
      case "pass": return pass(asked);
      default: throw new IllegalArgumentException(kind);
    }
  }

  private static Card card(Map<String, String> asked) {
    Computer[] players = new Computer[4];
    for (int seat = 0; seat < 4; seat++) players[seat] = player(seat);
    Computer me = players[seat(asked)];
    me.bidder = asked.get("bidder").equals(asked.get("seat"));
    for (Card each : cards(asked.get("hand"))) me.getHand().add(each);
    List<String> played = new ArrayList<>(split(asked.get("tricks")));
    String now = asked.getOrDefault("trick", "");
    if (!now.isEmpty()) played.add(now);
    Trick trick = new Trick(Integer.parseInt(trump));
    for (String each : played) {
      trick = new Trick(Integer.parseInt(trump));
      int turn = each.charAt(0) - '0';
      for (Card card : cards(each.substring(1))) {
        me.remember(card);
        trick.add(players[turn++ % 4], card);
      }
    }
    return me.playCard(now.isEmpty() ? new Trick(Integer.parseInt(trump)) : trick);
  }

  // The auction so far is gone through as the game does, so that the player counts its partner's bids.
  private static String bid(Map<String, String> asked) {
    Computer me = bidder(asked);
    me.myBid = 0;
    me.ptops = 0;
    int[] last = new int[4];
    int high = Integer.parseInt(asked.get("opening")) - 1;
    for (String call : split(asked.get("calls"))) {
      int seat = call.charAt(0) - '0';
      boolean passed = call.charAt(1) == 'p';
      if (seat == me.position) ask(me, high, last);
      last[seat] = passed ? -1 : Integer.parseInt(call.substring(1));
      if (!passed) high = last[seat];
      if (seat == me.position) me.myBid = last[seat];
    }
    int answer = ask(me, high, last);
    return answer <= high ? "pass" : "" + answer;
  }

  private static int ask(Computer me, int high, int[] last) {
    boolean opponents = last[(me.position + 1) % 4] >= 0 || last[(me.position + 3) % 4] >= 0;
    return me.bid(high, last[me.partner], opponents);
  }

  private static String pass(Map<String, String> asked) {
    Computer me = player(seat(asked));
    for (Card each : cards(asked.get("hand"))) me.getHand().add(each);
    me.assessHand();
    Deck passed = me.passCards(asked.get("bidder").equals(asked.get("seat")));
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < passed.count(); i++) names.append(name(passed.dealCard(i)));
    return names.toString();
  }

  private static Computer bidder(Map<String, String> asked) {
    return BIDDERS.computeIfAbsent(asked.get("seat") + asked.get("hand"), key -> {
      Computer made = player(seat(asked));
      for (Card each : cards(asked.get("hand"))) made.getHand().add(each);
      made.assessHand();
      return made;
    });
  }

  private static Computer player(int seat) {
    Computer made = new Computer(game);
    Hand hand = new Hand();
    hand.setLayout(new Location(0, 0), 372);
    made.setup(seat, (seat + 2) % 4, "player", hand);
    return made;
  }

  private static int seat(Map<String, String> asked) {
    return Integer.parseInt(asked.get("seat"));
  }

  private static List<String> split(String text) {
    return text == null || text.isEmpty() ? List.of() : List.of(text.split(","));
  }

  private static List<Card> cards(String text) {
    List<Card> made = new ArrayList<>();
    for (int i = 0; i < text.length(); i += 2) {
      made.add(new Card(LOWEST + RANKS.indexOf(text.charAt(i)), SUITS.indexOf(text.charAt(i + 1))));
    }
    return made;
  }

  private static String name(Card card) {
    return "" + RANKS.charAt(card.getRank() - LOWEST) + SUITS.charAt(card.getSuit());
  }
}
