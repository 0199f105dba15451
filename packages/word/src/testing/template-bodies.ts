import type { JsonObject } from '@chancery/core'
import { p, run, table, textBox } from './docx-builder.ts'

const row = (...cells: string[]): string => `<w:tr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`
const pageBreakRun = '<w:r><w:br w:type="page"/></w:r>'
const sdt = (content: string): string => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`
const drawing = '<w:drawing><wp:inline><wp:docPr id="7" name="Logo"/></wp:inline></w:drawing>'

/** Templates of every kind of tag and place, by what they show. */
export const bodies: Readonly<Record<string, string>> = {
  'values in one run and over many': p('a {a} b') + p(['{', 'a', '} ', 'x{b | up', 'per}']),
  'a value alone in its text': p('{a}') + p('{none}') + p(['{none}', '{a}']),
  'lines and characters to escape': p('{lines}') + p('{marks}') + p('{odd}'),
  'a section in a run': p('x {#list}{n}, {/list} y'),
  'a section over runs': p(['x {#list}', '{n}', ' and ', '{/list}', ' y']),
  'a section over paragraphs': p('{#list}') + p('{n}') + p('{/list}') + p('end'),
  'nested sections': p('{#list}') + p('{n}: {#inner}{.}{^$last}, {/}{/inner}') + p('{/list}'),
  'nested over paragraphs': p('{#list}') + p('{#inner}') + p('{.}') + p('{/inner}') + p('{/list}'),
  'an inverted section': p('{^empty}none{/empty}{^list}some{/list}') + p('{^empty}') + p('nothing') + p('{/empty}'),
  'rows of a table': table(['H'], ['{#list}{n}{/list}']) + p('after'),
  'a table that loses all rows': table(['{#empty}{n}{/empty}']) + p('after'),
  'two tables, the first of which is lost': table(['{#empty}{n}{/empty}']) + table(['{a}']) + p('after'),
  'a cell that loses all paragraphs': `<w:tbl>${row(`${p('{#empty}')}${p('x')}${p('{/empty}')}`, p('{a}'))}</w:tbl>`,
  'a table in a section in a cell': `<w:tbl>${row(`${p('{#list}')}${table(['{n}'])}${p('{/list}')}`)}</w:tbl>`,
  'a cell with a table and a paragraph that is lost': `<w:tbl>${row(
    `${table(['x'])}${p('{#empty}')}${p('y')}${p('{/empty}')}`,
  )}</w:tbl>`,
  'tables in a section': p('{#list}') + table(['{n}', '{#inner}{.}{/inner}']) + p('{/list}') + p('end'),
  'a list entry that is one section': `<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>${run(
    '{#list}{n}{/list}',
  )}</w:p>`,
  'content controls': sdt(p('{a}')) + sdt(p('{#empty}') + p('x') + p('{/empty}')) + p('end'),
  'a page break with the end of a section': p('{#list}') + p('{n}') + `<w:p>${run('{/list}')}${pageBreakRun}</w:p>`,
  'a page break with the end of a hidden section': `${p('{#empty}')}${p('{n}')}<w:p>${run('{/empty}')}${pageBreakRun}</w:p>`,
  'a page break with the beginning of a section': `<w:p>${pageBreakRun}${run('{#list}')}</w:p>${p('{n}')}${p('{/list}')}`,
  'drawings and bookmarks that are repeated': `${p('{#list}')}<w:p><w:bookmarkStart w:id="3" w:name="b"/><w:r>${drawing}</w:r>${run(
    '{n}',
  )}<w:bookmarkEnd w:id="3"/></w:p>${p('{/list}')}`,
  'a text box and its copy': textBox(p('{a}'), p('{#list}{n}{/list}')),
  'formats kept around lines': `<w:p><w:r><w:rPr><w:b/><w:color w:val="FF0000"/></w:rPr><w:t>{lines}</w:t></w:r></w:p>`,
  'white space between elements': `\n  ${p('{#list}')}\n  ${p('{n}')}\n  ${p('{/list}')}\n`,
  'a plain stretch': `<w:p><w:r><w:t>{a}</w:t></w:r></w:p>${p(['{', 'lines', '}', ''])}<w:p><w:r><w:t a="b"> {none}</w:t></w:r></w:p>${p(
    '{marks} {odd}',
  )}<w:p/><w:p><w:r><w:t xml:space="preserve"></w:t></w:r></w:p>${p('plain text without tags, '.repeat(12))}`,
  'a plain stretch in a section': p('{#list}') + p('{n} {a}, '.repeat(40)) + p('no tag') + p('{/list}'),
  'rich values in the line and in blocks': p('x {~inline} {%logo} y') + p(['{~', 'blocks}', ' z']) + p('{%%logo}'),
  'rich values in sections': p('{#list}') + p('{n} {~blocks}{%logo}') + p('{/list}') + p('a {#list}{~inline}{/list} b'),
  'rich values in rows and cells': table(['{#list}{~blocks}', '{%logo}{/list}']) + p('{rows | table}{"x" | qr}'),
  'rich values in a text box and a control': textBox(p('{~blocks}')) + sdt(p('{~tables}')) + p('{~tables}'),
  'an else in a run and over runs':
    p('x {#if flag}{a}{else}{b}{/if} y') + p(['{^li', 'st}none{el', 'se}', '{#list}{n},{/list}{/}', ' z']),
  'an else between paragraphs': p('{#if empty}') + p('{a}') + p('{else}') + p('{b}') + p('{/if}') + p('end'),
  'else if':
    p('{#if none}1{else if empty}2{else if flag}3 {a}{else}4{/if}') +
    p('{#if none}') +
    p('1') +
    p('{else if flag}') +
    p('2') +
    p('{else}') +
    p('3') +
    p('{/if}'),
  'an else in a loop':
    p('{#list}') + p('{#inner}') + p('{.}') + p('{else}') + p('nothing in {n}') + p('{/inner}') + p('{/list}'),
  'an else between rows':
    table(['{#if empty}{a}', 'x'], ['{b}', 'y{else}'], ['{#list}{n}', '{/list}'], ['z', '{a}{/if}']) + p('after'),
  'an else at the beginning of a row': table(['{#if flag}{a}', 'x'], ['{else}{b}', 'y'], ['z', '{/if}']) + p('after'),
  'an else in a cell': table(['{#if flag}{a}{else}{b}{/if}', 'x']),
  'columns that turn': `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="900"/><w:gridCol w:w="600"/></w:tblGrid>${row(p('H'), p('{#columns list}{n}{/columns}'))}${row(p('{#list}{n}'), p('{a}{/list}'))}${row(p('x'), '<w:p/>')}</w:tbl>`,
  'elements that are named':
    table(['{-w:tr list}{n}{/list}']) +
    p('{-w:p list}{n}{/list}') +
    table(['{-w:tbl empty}{a}'], ['{/empty}']) +
    p('end'),
  'expressions and formatters': p('{n1 | number:2} {flag ? "yes" : "no"} {none ?? "-"} {list | count}'),
}

/** What they are filled with. */
export const data: JsonObject = {
  a: 'A',
  b: 'b',
  n1: 1234.5,
  flag: true,
  lines: 'one\ntwo\r\nthree',
  marks: `<&>"'`,
  odd: 'x\u0001\ud800y\u2028z\ufffe😀',
  inline: 'some <b>bold</b> <a href="https://example.org">link</a>',
  blocks: '<h2>one</h2><ul><li>two</li></ul>',
  tables: '<table><tr><td>a</td></tr></table>',
  logo: `data:image/gif;base64,${Buffer.from('GIF89a\u0010\u0000\u0010\u0000\u0000\u0000\u0000;', 'latin1').toString('base64')}`,
  rows: [{ x: 1, y: 'two' }],
  empty: [],
  list: [
    { n: 'first', inner: ['x', 'y'] },
    { n: 'second', inner: [] },
    { n: '', inner: ['z'] },
  ],
}
