import { asciiWords } from './identifier-names.ts'
import { isTelling } from './name-words.ts'

const label = /(\p{L}[\p{L}\p{M}-]{2,40})[ \u00a0]?(?:(?:no|nr|num|núm|nro|n\.?[°ºª]|№|#)\.?)?[ \u00a0]?$/iu
/** Behind an ordinal: `. Mahnung`, `nd reminder`. */
const ordinal = /^(?:\.|st|nd|rd|th|º|ª|°|e|er|ère|ème)[ \u00a0](\p{L}[\p{L}\p{M}-]{2,40})/u

const telling = (word: string | undefined): string => {
  const words = asciiWords(word ?? '')
  return words.every(isTelling) ? words.join('') : ''
}

/**
 * What a number is that of, by the text right before and behind it: `protokoll` of `Protokoll Nr. 4`, `mahnung` of `3. Mahnung`; empty
 * where it is only so many of something.
 */
export const thingNumbered = (before: string, after: string): string =>
  telling(label.exec(before.slice(-60))?.[1]) || telling(ordinal.exec(after.slice(0, 60))?.[1])
