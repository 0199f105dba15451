const telephones = ['telefono', 'telefone', 'telefoon', 'telephone', 'telemovel'].map((name) => [...name])

/** Whether letters stand in a name in their order. */
function standIn(letters: string, name: readonly string[]): boolean {
  let at = 0
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/**
 * "Telephone" with letters left out in the middle or at its beginning: "Tfn" and "Tlf" of Scandinavia, "Telf." and "Tfno."
 * of Spain, "Tlm." of Portugal, "Fone" of Brazil, "Fon" of Germany. What is cut at its end alone begins a name, and is read as such.
 */
export const isClippedTelephone = (word: string): boolean =>
  /^(?:fon|fone|foon)$/.test(word) ||
  (/^t.*(?:f|ph|lm)/.test(word) && word.length >= 3 && telephones.some((name) => standIn(word, name)))
