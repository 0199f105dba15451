import type { PdfWord } from '@chancery/reading-layout/pdf-word'

/** In sizes of the font: words as near are one. */
const touching = 0.12

/** Signs behind Latin letters stand to the left of them, in a line that runs to the left. */
const stopBefore = /^([.,:;!?،؛؟]+)(\p{Script=Latin}.*)$/u
/** PDFium has the letters of "A-7" behind its figures; a prefix before a hyphen would touch it. */
const figureBefore = /^([-–]\d{1,6})(\p{Script=Latin}{1,6})$/u
/** The last letter of an acronym with the sign before it: `דוא"ל`. */
const letterBefore = /^(\p{Script=Hebrew})(["״'׳])$/u

/** Words of a line that runs to the left, in reading order, with their signs where they are read. */
export const withSignsInPlace = (words: readonly PdfWord[]): readonly PdfWord[] =>
  words.map((word, at) => {
    const before = words[at - 1]
    const isTouching = before !== undefined && before.left - word.right < touching * word.size
    const found =
      stopBefore.exec(word.text) ?? (isTouching ? letterBefore.exec(word.text) : figureBefore.exec(word.text))
    return found === null ? word : { ...word, text: `${found[2]}${found[1]}` }
  })
