import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createHarness } from '@chancery/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letterDocument, letters } from './fixtures/letter.ts'

const runs = (program: string, option: string): boolean => spawnSync(program, [option]).error === undefined
const office = runs('soffice', '--version')
const poppler = runs('pdftotext', '-v')

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const tagged = letterDocument({
  name: '{client.name}',
  number: '{number}',
  total: '{total | currency:"EUR"}',
  date: '{date | date:"long"}',
  items: [['{#items}{title}', '{price | number:2}{/items}']],
})

const filling = {
  client: { name: 'Kurt Gödel & Söhne <Wien> 李明 Ωμέγα' },
  number: 'HP-2026-040',
  total: 1299.9,
  date: '2026-06-01',
  items: [
    { title: 'Survey', price: 1200 },
    { title: 'Plan, large', price: 99.9 },
  ],
}

/** Word documents by the name of the file that they become. */
async function makeDocuments(): Promise<ReadonlyMap<string, Uint8Array>> {
  const harness = createHarness()
  const documents = new Map<string, Uint8Array>()
  const keep = (name: string, content: string | undefined): void =>
    void documents.set(name, Buffer.from(content ?? '', 'base64'))
  try {
    const filled = await harness.call('pre-filling', {
      template: { content: base64(tagged), filename: 'letter.docx' },
      data: filling,
      locale: 'en-GB',
    })
    keep('filled', filled.data.documents[0]?.document?.content)
    const generated = await harness.call('generate-document-template', {
      samples: letters.map((letter) => ({ content: base64(letterDocument(letter)) })),
    })
    const template = { content: generated.data.template.content }
    keep('template', template.content)
    for (const [index, { data, exact }] of generated.data.samples.entries()) {
      expect(exact).toBe(true)
      const again = await harness.call('pre-filling', { template, data, missing: 'blank' })
      keep(`again-${index}`, again.data.documents[0]?.document?.content)
      documents.set(`sample-${index}`, letterDocument(letters[index]!))
    }
  } finally {
    await harness.close()
  }
  return documents
}

if (!office || !poppler) {
  process.stdout.write('No LibreOffice or no pdftotext on this machine: documents are not rendered.\n')
  it('has nothing to render with', () => expect(office && poppler).toBe(false))
} else {
  describe('what the operations make, opened by LibreOffice', () => {
    let folder: string
    let texts: ReadonlyMap<string, string>
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'chancery-rendered-'))
      const documents = await makeDocuments()
      const files = [...documents].map(([name, bytes]) => {
        const file = join(folder, `${name}.docx`)
        writeFileSync(file, bytes)
        return file
      })
      const out = join(folder, 'pdf')
      mkdirSync(out)
      // A profile of its own: an office that runs already would take the files over.
      const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
      execFileSync('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', out, ...files], {
        stdio: 'ignore',
      })
      texts = new Map(
        [...documents.keys()].map((name) => [
          name,
          execFileSync('pdftotext', ['-layout', join(out, `${name}.pdf`), '-'], { encoding: 'utf8' }),
        ]),
      )
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    const linesOf = (name: string): string[] =>
      (texts.get(name) ?? '')
        .split('\n')
        .map((line) => line.trim().replaceAll(/\s+/g, ' '))
        .filter((line) => line !== '')

    it('a filled letter reads as a letter', () => {
      expect(linesOf('filled')).toEqual([
        'Harrow & Pine, Surveyors',
        'Date: 1 June 2026',
        'Dear Kurt Gödel & Söhne <Wien> 李明 Ωμέγα,',
        'Thank you for your order. Our invoice no. HP-2026-040 is enclosed.',
        'Item Price',
        'Survey 1,200.00',
        'Plan, large 99.90',
        'Total: €1,299.90',
        'Please pay within fourteen days.',
        'Yours sincerely',
      ])
    })

    it('letters merged into one document have each their pages, counted anew', async () => {
      const harness = createHarness()
      try {
        const names = ['Ada', 'Bob', 'Cid']
        const { data } = await harness.call('pre-filling', {
          template: { content: base64(tagged), filename: 'letter.docx' },
          data: filling,
          records: names.map((name) => ({ data: { client: { name } } })),
          bundle: 'merged',
          format: 'pdf',
        })
        const file = join(folder, 'merged.pdf')
        writeFileSync(file, Buffer.from(data.bundle?.content ?? '', 'base64'))
        const pages = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1)
        expect(pages.map((page) => /Dear (\w+),/.exec(page)?.[1])).toEqual(names)
      } finally {
        await harness.close()
      }
    })

    it('a generated template shows what stays, and tags for what differs', () => {
      const text = linesOf('template').join('\n')
      expect(text).toMatch(/^Harrow & Pine, Surveyors\nDate: \{\w+\}\nDear \{\w+\},$/m)
      expect(text).toMatch(/Our invoice no\. \{\w+\} is enclosed\./)
      expect(text).toMatch(/^Item Price\n\{#(\w+)\}.*\{\/\1\}$/m)
      for (const { name, number, total } of letters) {
        for (const value of [name, number, total]) expect(text).not.toContain(value)
      }
    })

    it.each(letters.map((_, index) => index))('filled with the data of sample %i, it is that sample again', (index) => {
      expect(linesOf(`sample-${index}`).length).toBeGreaterThan(7)
      expect(texts.get(`again-${index}`)).toBe(texts.get(`sample-${index}`))
    })
  })
}
