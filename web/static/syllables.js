// Where a long word may be broken on a narrow tile: soft hyphens between its syllables, for browsers
// without a dictionary of their own. For pages alone; nothing that is spoken, kept or posted has them.

const SHY = "\u00ad";
const LONG = 8; // letters; shorter words stay whole
const LEAST = 3; // letters on either side of a break
const VOWEL = /[aeiouyäöüàâéèêëîïôûáíóú]/i;
// Letters that sound as one are never parted; after them, what a syllable may begin with.
const LETTERS = /sch|ch|ck|ph|th|sh|gh|qu|[^]/giu;
const ONSET = /^(?:[bcfgkp][lr]|[dt]r|sch[lmnrw])$/i;

export const soft = (text) => String(text).replace(/\p{L}{2,}/gu, (word) => (word.length < LONG ? word : parted(word)));

function parted(word) {
  const letters = word.match(LETTERS);
  const vowels = [...letters.keys()].filter((at) => VOWEL.test(letters[at]));
  const breaks = vowels.slice(1).filter((at, nth) => at > vowels[nth] + 1).map((at) => at - opening(letters, at));
  const left = (at) => letters.slice(0, at).join("").length;
  const kept = new Set(breaks.filter((at) => left(at) >= LEAST && word.length - left(at) >= LEAST));
  return letters.map((letter, at) => (kept.has(at) ? SHY + letter : letter)).join("");
}

// How many of the consonants before a vowel begin its syllable.
function opening(letters, vowel) {
  const two = vowel > 1 && !VOWEL.test(letters[vowel - 2]);
  return two && ONSET.test(letters[vowel - 2] + letters[vowel - 1]) ? 2 : 1;
}
