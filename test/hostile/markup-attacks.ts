import { type Attack, utf8 } from './attack.ts'

const html = (body: string): string => `<!DOCTYPE html><html><body>${body}</body></html>`

const pages: readonly (readonly [string, string])[] = [
  ['divisions in each other', '<div>'.repeat(100_000)],
  ['formatting in each other', '<b><i>'.repeat(50_000)],
  ['tables in each other', '<table><tr><td>'.repeat(5000)],
  ['lists in each other', '<ul><li>'.repeat(20_000)],
  ['a cell over a billion cells', '<table><tr><td colspan="1000000000" rowspan="1000000000">a</td></tr></table>'],
  [
    'a thousand cells over a thousand cells',
    `<table>${`<tr>${'<td colspan="1000" rowspan="1000">a</td>'.repeat(30)}</tr>`.repeat(30)}</table>`,
  ],
  ['100,000 attributes', `<p ${'a="1" '.repeat(100_000)}>`],
  ['unclosed comments', '<!--'.repeat(200_000)],
  ['unclosed attributes', '<p a="'.repeat(200_000)],
  ['unclosed scripts', '<script>'.repeat(100_000)],
  ['entities', '&nbsp;&#x41;&#9999999999;&bogus;'.repeat(30_000)],
  ['end tags', '</p></div>'.repeat(100_000)],
  ['addresses that run', '<a href="javascript:alert(1)">a</a><img src=x onerror=alert(1)>'],
  ['definition lists in each other', '<dl><dd>'.repeat(20_000)],
  ['forms in tables in forms', '<table><form><tr><form><td><table>'.repeat(5000)],
  ['links in links', '<a href="#a">'.repeat(50_000)],
  ['headings in each other', '<h1><h6>'.repeat(20_000)],
  ['cells of a row without end', `<table><tr>${'<td>a'.repeat(100_000)}</tr></table>`],
  ['10,000 cells that reach down', `<table><tr>${'<td rowspan="65534">a</td>'.repeat(10_000)}</tr><tr><td>b</table>`],
  [
    'rows that reach over each other',
    `<table>${'<tr><td rowspan="5000" colspan="20">a</td></tr>'.repeat(5000)}</table>`,
  ],
  ['templates in each other', '<template><div>'.repeat(20_000)],
  ['foreign elements in each other', '<svg><math>'.repeat(20_000)],
  ['selects in each other', '<select><option>'.repeat(50_000)],
  [
    'a base that leads away',
    '<base href="http://127.0.0.1/"><a href="a">a</a><img src="b"><link rel="stylesheet" href="c">',
  ],
  ['a title without end', `<title>${'a '.repeat(500_000)}`],
  ['100,000 images', '<img alt="a" src="data:image/png;base64,AAAA">'.repeat(50_000)],
  ['a data address of two megabytes', `<img src="data:image/png;base64,${'A'.repeat(2_000_000)}">`],
  ['ids that are all the same', '<p id="a"><a href="#a">b</a></p>'.repeat(50_000)],
  ['languages that nobody speaks', `<p lang="${'x-'.repeat(10_000)}">a</p>`.repeat(20)],
]

/** What makes readers of CommonMark and GFM slow: constructs that may close later, and widths that rows inherit. */
const notes: readonly (readonly [string, string])[] = [
  ['quotes in each other', '> '.repeat(100_000)],
  ['quotes in each other, line by line', Array.from({ length: 1000 }, (_, n) => `${'>'.repeat(n)} a`).join('\n')],
  ['lists in each other', '- '.repeat(50_000)],
  ['lists, each in the last', Array.from({ length: 1000 }, (_, n) => `${' '.repeat(2 * n)}- a`).join('\n')],
  ['emphasis that crosses', '*a_b '.repeat(100_000)],
  ['emphasis without end', '**a '.repeat(100_000)],
  ['emphasis of three', '***a** b*'.repeat(30_000)],
  ['runs of backticks of all lengths', Array.from({ length: 1200 }, (_, n) => '`'.repeat(n)).join(' ')],
  ['brackets in each other', `${'['.repeat(50_000)}a${']'.repeat(50_000)}`],
  ['links in links', `${'['.repeat(20_000)}a${'](b)'.repeat(20_000)}`],
  ['pictures in pictures', `${'!['.repeat(20_000)}a${'](b)'.repeat(20_000)}`],
  ['addresses in brackets', '[a](<b'.repeat(50_000)],
  ['titles that stay open', '[a](b "'.repeat(50_000)],
  ['references without end', Array.from({ length: 30_000 }, (_, n) => `[a${n}]: b`).join('\n')],
  ['a reference used 50,000 times', `[a]: ${'b'.repeat(5000)}\n\n${'[a] '.repeat(50_000)}`],
  ['a table that rows must fill', `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'|b\n'.repeat(20_000)}`],
  ['tables without rows', '|a|\n|-|\n'.repeat(30_000)],
  ['HTML that stays open', '<!-- '.repeat(50_000)],
  ['HTML of all kinds', '<div>\n<?a <![CDATA[ <!A '.repeat(20_000)],
  ['addresses between angles', '<http://a'.repeat(50_000)],
  ['bare addresses', 'www.a.b@c.d'.repeat(30_000)],
  ['entities', '&amp;&#0;&#xfffffff;&x'.repeat(50_000)],
  ['escapes', '\\['.repeat(200_000)],
  ['fences that stay open', '```a\n~~~\n'.repeat(50_000)],
  ['headings under lines', 'a\n===\n'.repeat(50_000)],
  ['blanks before breaks', `${' '.repeat(100_000)}\n`.repeat(5)],
  ['tabs before text', `${'\t'.repeat(100_000)}a`],
  ['footnotes that call each other', Array.from({ length: 5000 }, (_, n) => `[^${n}]: [^${n + 1}]`).join('\n')],
  ['front matter without end', `---\n${'a: [{'.repeat(100_000)}`],
]

/** Pages and notes whose markup is the attack. */
export function* markupAttacks(): Generator<Attack> {
  for (const [name, body] of pages) yield { name: `html: ${name}`, bytes: utf8(html(body)), filename: 'a.html' }
  for (const [name, body] of notes) yield { name: `markdown: ${name}`, bytes: utf8(body), filename: 'a.md' }
}
