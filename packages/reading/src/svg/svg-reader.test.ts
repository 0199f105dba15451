import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { expect, it } from 'vitest'
import { outline, readForTest } from '../reading-for-test.ts'

it('reads what drawings say', async () => {
  const model = await readForTest(
    '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n' +
      '<svg xmlns="http://www.w3.org/2000/svg"><title>Plan &amp; site</title><desc>Of the house</desc><style>a{}</style>' +
      '<defs><text>never</text></defs><g><text x="1">One <tspan>two</tspan><tspan x="1" dy="1.2em">next</tspan></text>' +
      '<text display="none">hidden</text></g><a href="#"><text>Größe</text></a>' +
      '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"><p>inside</p></div></foreignObject></svg>',
    'svg',
  )
  expect(outline(model)).toEqual([
    'title | Plan & site',
    'paragraph | Of the house',
    'paragraph | One two\nnext',
    'paragraph | Größe',
    'paragraph | inside',
  ])
  expect(model.metadata).toEqual({ title: 'Plan & site', description: 'Of the house' })
})

it('answers what is no drawing, or nested without end, by code', async () => {
  await expect(readForTest('<p>x', 'svg')).rejects.toMatchObject({ code: 'document_corrupt' })
  await expect(readForTest(`<svg>${'<g>'.repeat(5000)}`, 'svg')).rejects.toMatchObject({ code: 'payload_too_large' })
})

it('reads a text of many lines, in linear time', async () => {
  const drawing = (count: number): string =>
    `<svg><text> a <tspan> </tspan><tspan y="1"> b </tspan>${'<tspan x="1" dy="1">c</tspan>'.repeat(count)}</text></svg>`
  expect(outline(await readForTest(drawing(2), 'svg'))).toEqual(['paragraph | a\n b\nc\nc'])
  await expectLinearTime(5000, drawing, (svg) => readForTest(svg, 'svg'))
})
