import { describe, expect, it } from 'vitest'
import { docx, p } from '../testing/docx-builder.ts'
import { fill, induce, textOf } from './filled-samples.test-support.ts'

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const form = (name: string, shown: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="${name}"/><w:textInput/></w:ffData></w:fldChar></w:r>` +
  `<w:r><w:instrText> FORMTEXT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(shown)}` +
  '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
const control = (name: string, shown: string): string =>
  `<w:sdt><w:sdtPr><w:alias w:val="${name}"/></w:sdtPr><w:sdtContent>${run(shown)}</w:sdtContent></w:sdt>`

describe.each([
  ['a field of a form', form],
  ['a content control', control],
])('%s', (_, place) => {
  it('that shows the same in all samples gives no field its name', async () => {
    const sample = (client: string): Uint8Array =>
      docx(
        p('We met your agent and agreed on terms.') +
          `<w:p>${run('Client: ')}${run(client)}</w:p><w:p>${place('Client', '-')}</w:p>`,
      )
    const { fields, samples, template } = await induce([sample('Ann Lee'), sample('Bo Chen')])
    expect(samples.map(({ exact }) => exact)).toEqual([true, true])
    expect(fields.map(({ name }) => name)).toEqual(['client2'])
    expect(textOf(await fill(template.bytes, { client2: 'Cy Diaz' }))).toContain('Client: Cy Diaz')
  })

  it('of one sample is the field whose value it shows, under its name', async () => {
    const sample = docx(p('We agreed on terms.') + `<w:p>${run('Client: ')}${place('Client', 'Ann Lee')}</w:p>`)
    const { fields, samples } = await induce([sample], { fields: [{ name: 'Client', examples: ['Ann Lee'] }] })
    const named = await induce([sample], {
      identify: async (text) => [
        {
          name: 'client',
          type: 'person',
          raw: 'Ann Lee',
          value: 'Ann Lee',
          confidence: 0.9,
          method: 'label',
          span: { start: text.indexOf('Ann Lee'), end: text.indexOf('Ann Lee') + 7 },
          alternatives: [],
        },
      ],
    })
    expect([samples[0]?.exact, fields.map(({ name }) => name)]).toEqual([true, ['Client']])
    expect(named.fields.map(({ name }) => name)).toEqual(['client'])
  })

  it('that differs is the field, with its tag in it', async () => {
    const sample = (client: string, agent: string): Uint8Array =>
      docx(
        p(`We met your agent ${agent} and agreed on terms.`) +
          `<w:p>${run('Agent of ours: ')}${place('Client', client)}</w:p>`,
      )
    const { fields, samples, template } = await induce([sample('Ann Lee', 'Mo'), sample('Bo Chen', 'Ida')])
    expect(samples.map(({ exact }) => exact)).toEqual([true, true])
    expect(fields).toHaveLength(2)
    const data = Object.fromEntries(fields.map(({ name }, index) => [name, ['Zoe', 'Cy Diaz'][index]]))
    expect(textOf(await fill(template.bytes, { ...data, client: 'NO' }))).not.toContain('NO')
  })
})
