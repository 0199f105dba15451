import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { docx, p, run, table, textBox, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }
const errorsOf = async (bytes: Uint8Array): Promise<readonly string[]> =>
  (await templates.inspect(vettedForTest(bytes, 'docx'), context, { signal })).findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`)

const root = join(import.meta.dirname, '../../../..')
const soffice = '/usr/bin/soffice'
const hasOffice = existsSync(soffice)
if (!hasOffice) process.stdout.write('No LibreOffice on this machine: documents that it makes are not checked.\n')

describe('clean documents', () => {
  const files = globSync('{examples,test/fixtures,packages/*/fixtures}/**/*.docx', { cwd: root })

  it('are in the repository', () => expect(files.length).toBeGreaterThan(0))

  it.each(files)('%s has no errors', async (file) => {
    expect(await errorsOf(readFileSync(join(root, file)))).toEqual([])
  })

  it('with everything that Word puts into documents have no errors', async () => {
    const body = [
      p('Braces of code: if (x) { return {1, 2} } and {\\rtf1}, a set {x ∈ A}, json {"a": {"b": 1}}', 'Heading1'),
      p('An id {FF2B5EF4-FFF2-40B4-BE49-F238E27FC236} and <<angles>>, [[brackets]], «guillemets»'),
      p('A formula $\\frac{a}{b_{i}} + \\sqrt[3]{x^{2}} = y^{2}_{j}$ as LaTeX writes it'),
      table(['a', 'b'], ['c', 'd']),
      textBox(p('in a box')),
      `<w:p><w:bookmarkStart w:id="1" w:name="a"/><w:ins w:id="2" w:author="x">${run('new')}</w:ins><w:bookmarkEnd w:id="1"/></w:p>`,
      `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('1')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
      `<w:sdt><w:sdtPr/><w:sdtContent>${table(['x'])}${p('y')}</w:sdtContent></w:sdt>`,
      `<w:tbl><w:sdt><w:sdtContent><w:tr><w:sdt><w:sdtContent><w:tc><w:sdt><w:sdtContent>${p('x')}</w:sdtContent></w:sdt></w:tc></w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt></w:tbl>`,
      `<w:p><w:r><w:footnoteReference w:id="1"/></w:r><w:hyperlink w:anchor="a">${run('x')}</w:hyperlink><w:smartTag>${run('y')}</w:smartTag></w:p>`,
    ]
    expect(
      await errorsOf(docx({ body: body.join(''), footnotes: `<w:footnote w:id="1">${p('note')}</w:footnote>` })),
    ).toEqual([])
  })

  it('may have formulas beside tags, and entries that are no parts', async () => {
    const body = p('\\frac{a}{b} = \\sum_{i=1}^{n} \\mathbf{x}_{i}') + p('Dear {name}, file_{number}')
    const document = vettedForTest(docx({ body, files: { leftover: 'x', '[trash]/0000.dat': 'x' } }), 'docx')
    const { findings, sampleData } = await templates.inspect(document, context, { signal })
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([['missing_content_type', 'warning']])
    expect(Object.keys(sampleData ?? {})).toEqual(['name', 'number'])
    const data = { name: 'Ada', number: 7 }
    const { content } = await templates.fill(document, { ...context, data, missing: 'error' }, { signal })
    expect(textOf(content.bytes)).toBe('\\frac{a}{b} = \\sum_{i=1}^{n} \\mathbf{x}_{i}\nDear Ada, file_7')
  })

  it.runIf(hasOffice)('that LibreOffice makes have no errors', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chancery-clean-'))
    try {
      const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
      const html = `<h1>Head {a}</h1><p>See <a href="https://x.test">link</a>, <b>bold</b><img src="${pixel}" alt="dot"></p><table><tr><td>a<table><tr><td>nested</td></tr></table></td><td></td></tr></table><ol><li>one</li><li>two</li></ol><p id="x"><a name="mark"></a>{#if b}x{/if}</p><form><select><option>1</option></select></form>`
      writeFileSync(join(folder, 'page.html'), html)
      const odt = `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:mimetype="application/vnd.oasis.opendocument.text" office:version="1.2"><office:body><office:text><text:h text:outline-level="1">Head</text:h><text:p>A note<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>it</text:p></text:note-body></text:note> <text:bookmark-start text:name="m"/>here<text:bookmark-end text:name="m"/></text:p><table:table><table:table-column/><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document>`
      writeFileSync(join(folder, 'text.fodt'), odt)
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
      const to = ['--convert-to', 'docx:MS Word 2007 XML', '--outdir', folder]
      execFileSync(
        soffice,
        [profile, '--headless', '--writer', ...to, join(folder, 'page.html'), join(folder, 'text.fodt')],
        {
          stdio: 'ignore',
          timeout: 110_000,
        },
      )
      const made = globSync('*.docx', { cwd: folder }).toSorted()
      expect(made).toEqual(['page.docx', 'text.docx'])
      for (const name of made) expect(await errorsOf(readFileSync(join(folder, name)))).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
