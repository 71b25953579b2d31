#!/bin/sh
# Compiles the bot of a copy of TricksterBots with the driver: build.sh FOLDER_OF_ITS_SOURCE FILE.exe
# Mono's compiler knows no local functions and no "case … when": those places are said the older way in a copy.
set -e
here=$(dirname "$0")
bots="$1/TricksterBots/Bots"
copy=$(mktemp -d)
trap 'rm -r "$copy"' EXIT
cp "$bots/BaseBot.cs" "$bots/BossMan.cs" "$bots/PlayersCollectionBase.cs" "$bots"/Pinochle/*.cs "$copy"
sed -i -e 's/bool OkayToBidSuit(Suit s)/Func<Suit, bool> OkayToBidSuit = delegate(Suit s)/' \
    -e '/OkayToBidSuit = delegate/,/^            }/ s/^            }/            };/' "$copy/PinochleBot.cs"
sed -i -e 's/case 2 when _pinochleOptions.noDoublePinochle:/case -2:/' \
    -e 's/case 2 when !_pinochleOptions.noDoublePinochle:/case 2:/' \
    -e 's/case PinochleMeld.Pinochle when \(.*\):/case PinochleMeld.Pinochle: if (!\1) goto default;/' \
    "$copy/PinochleMelder.cs"
mcs -nowarn:0649 -langversion:latest -optimize -out:"$2" "$here/Classes.cs" "$here/Driver.cs" "$copy"/*.cs
