import { ModelBuilder } from '@chancery/reading/model/model-builder'
import { parseXml } from '@chancery/reading/xml/xml-element'
import { expect, it } from 'vitest'
import { writeTextBody } from './drawing-text.ts'

const read = (paragraphs: string) => {
  const builder = new ModelBuilder({ cells: 10, textLength: 1000 })
  const namespaces =
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
  writeTextBody(parseXml(Buffer.from(`<body ${namespaces}>${paragraphs}</body>`), 1000), builder, {
    type: 'paragraph',
    linkOf: () => ({ url: 'https://example.com/' }),
    listStyles: [],
    bullets: true,
  })
  return builder.build()
}
const run = (text: string, properties = '') => `<a:r>${properties}<a:t>${text}</a:t></a:r>`

it('goes on with an item where a paragraph without a bullet is set in below it', () => {
  const of = (level: number, bullet: string, text: string) =>
    `<a:p><a:pPr lvl="${level}">${bullet}</a:pPr>${run(text)}</a:p>`
  const counted = '<a:buAutoNum type="arabicPeriod"/>'
  const { blocks } = read(
    of(0, counted, 'one') + of(1, '<a:buNone/>', 'more') + of(0, counted, 'two') + of(0, '<a:buNone/>', 'out'),
  )
  expect(blocks.map(({ marker, parent }) => [marker, parent])).toEqual([
    ['1.', undefined],
    [undefined, 0],
    ['2.', undefined],
    [undefined, undefined],
  ])
})

it('has one link where its runs look different', () => {
  const click = '<a:hlinkClick r:id="r"/>'
  const link = run('bold', `<a:rPr b="1">${click}</a:rPr>`) + run(' link', `<a:rPr>${click}</a:rPr>`)
  expect(read(`<a:p>${link}${run(' rest')}</a:p>`).links.map(({ span }) => [span.start, span.end])).toEqual([[0, 9]])
})
