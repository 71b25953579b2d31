#!/bin/sh
# Compiles JoeDog's pinochle with the driver: build.sh FOLDER_OF_ITS_SOURCE FOLDER_FOR_CLASSES
set -e
mkdir -p "$2"
find "$1/src" -name '*.java' > "$2/sources.txt"
javac -nowarn -d "$2" @"$2/sources.txt" "$(dirname "$0")/Driver.java"
mkdir -p "$2/org/joedog/pinochle/images"
cp "$1/src/org/joedog/pinochle/images/memory.zip" "$2/org/joedog/pinochle/images/"
