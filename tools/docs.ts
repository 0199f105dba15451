/** Writes the pages that are derived from the catalog, its examples, the problem codes and the configuration. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { answersOfExamples } from '../test/fixtures/example-answers.ts'
import { derivedPages } from './derived-pages.ts'

const root = join(import.meta.dirname, '..')
const pages = derivedPages(await answersOfExamples())
for (const [path, content] of pages) {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
console.log(`docs: ${pages.size} pages written`)
