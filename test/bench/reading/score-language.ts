import { languagesOf } from '../../../packages/reading/src/language/language.ts'
import { sentences } from './language-sentences.ts'

/** How often the language of the first `length` characters of a sentence is told right: `node bench/score-language.ts`. */
for (const length of [30, 40, 100]) {
  let right = 0
  let all = 0
  const wrong: string[] = []
  for (const [language, written] of Object.entries(sentences)) {
    for (const sentence of written) {
      const text = sentence.slice(0, length)
      const span = { start: 0, end: text.length }
      const { language: told, blocks } = await languagesOf(text, [{ type: 'paragraph', layer: 'body', span }], null)
      all++
      if (told === language) right++
      else wrong.push(`${language} as ${told ?? 'none'}`)
      if (told !== null && blocks[0]?.language !== undefined && blocks[0].language !== told) wrong.push('block differs')
    }
  }
  process.stdout.write(`${length} characters: ${(right / all).toFixed(4)} of ${all} ${wrong.join(', ')}\n`)
}
