/**
 * `node packages/reading/bench/pack-languages.ts [extrasmall | small | medium | large]`: writes the tables of eld to
 * `data/languages.bin`, in the form that `ngram-language.ts` reads, and tells how often both say the same.
 */
import { writeFileSync } from 'node:fs'
import type { eld as mediumEld } from 'eld/medium'
import { detectorOf, ngramBytes, type NgramHeader } from '../src/language/ngram-language.ts'
import { sentences } from '../../../test/bench/reading/language-sentences.ts'

interface EldTables {
  readonly languages: Readonly<Record<number, string>>
  readonly ngrams: Readonly<Record<string, Readonly<Record<number, number>>>>
}

const size = process.argv[2] ?? 'medium'
const entry = import.meta.resolve(`eld/${size}`)
const { ngramsData } = (await import(new URL(`../ngrams/${size}.js`, entry).href)) as { ngramsData: EldTables }
const { dictionary } = (await import(new URL('../dictionary.js', entry).href)) as { dictionary: readonly string[] }
const { avgScore } = (await import(new URL('../avgScore.js', entry).href)) as {
  avgScore: Readonly<Record<string, number>>
}

/** eld has a character for each byte: ASCII ones for themselves, others for bytes of UTF-8 as its dictionary says. */
const byteOf = (character: string): number =>
  /[a-z'` ]/.test(character) ? character.charCodeAt(0) : dictionary.indexOf(character, 0x80)

const languages = Object.values(ngramsData.languages)
const tables = Object.entries(ngramsData.ngrams)
const header: NgramHeader = {
  languages,
  averages: languages.map((language) => avgScore[language] ?? 1),
  ngrams: tables.length,
}
const keys = tables.map(([ngram]) => {
  const bytes = Array.from(ngram, byteOf)
  if (bytes.length > ngramBytes || bytes.includes(-1)) throw new Error(`"${ngram}" is none that could be found.`)
  return Buffer.concat([Buffer.from(bytes)], ngramBytes)
})
const counts = tables.map(([, scores]) => Object.keys(scores).length)
const scored = tables.flatMap(([, scores]) => Object.entries(scores).flatMap(([language, score]) => [+language, score]))
const file = Buffer.concat([
  Buffer.from(`${JSON.stringify(header)}\n`),
  ...keys,
  Buffer.from(counts),
  Buffer.from(scored),
])
writeFileSync(new URL('../data/languages.bin', import.meta.url), file)

const { eld } = (await import(entry)) as { eld: typeof mediumEld }
const detect = detectorOf(file)
const texts = Object.values(sentences).flatMap((each) => [
  ...each,
  ...each.map((text) => text.slice(0, 40)),
  each.join(' '),
])
const same = texts.filter((text) => {
  const found = eld.detect(text)
  return detect(text) === (found.isReliable() ? found.language : null)
})
process.stdout.write(`${size}: ${file.length} bytes, the same as eld for ${same.length} of ${texts.length} texts\n`)
