import { deep, type LargeAttack, of } from './large-attack.ts'

export const htmlAttacks: readonly LargeAttack<string>[] = [
  ['1,000,000 line breaks in a paragraph', () => `<p>a${'<br>'.repeat(1_000_000)}b</p>`],
  ['100,000 sections', () => '{{#a}}x{{/a}}'.repeat(100_000)],
  ['5,000 sections in each other', () => deep(5000, '{{#a}}', '{{/a}}')],
  ['loops in loops over what is there', () => deep(40, '{{#each items}}', '{{/each}}', '{{title}}')],
  ['100,000 calls of a partial', () => '{{> a}}'.repeat(100_000)],
  ['expressions in expressions', () => `{{${deep(20_000, '(upper ', ')', 'name')}}}`],
  ['50,000 expressions', () => of(50_000, (n) => `{{#if (gt total ${n})}}a{{else}}b{{/if}}`)],
  ['100,000 tags of their own', () => of(100_000, (n) => `{{f${n}}} `)],
  [
    'a style sheet of 50,000 rules',
    () => `<style>${of(50_000, (n) => `.a${n}>p:not(.b)~a{color:red;width:${n}px}`)}</style><p class="a1">x</p>`,
  ],
  [
    '2,000 rules for 5,000 elements',
    () =>
      `<style>${of(2000, (n) => `div p.a${n} span,.b${n} *{color:red}`)}</style>${of(5000, (n) => `<div class="b${n}"><p class="a${n}"><span>x</span></p></div>`)}`,
  ],
  ['100,000 elements in unclosed ones', () => '<p><span><font color=red>a'.repeat(35_000)],
  ['100,000 attributes on many elements', () => `<p ${of(100, (n) => `a${n}="1"`, ' ')}>`.repeat(1000)],
  ['100,000 links', () => of(100_000, (n) => `<a href="https://x.example/${n}">a</a>`)],
  ['50,000 pictures', () => of(50_000, (n) => `<img src="https://x.example/${n}.png" alt="">`)],
  [
    'conditional comments',
    () => '<!--[if mso]><table><![endif]--><p>a</p><!--[if mso]></table><![endif]-->'.repeat(30_000),
  ],
  ['a table of 100,000 cells', () => `<table>${`<tr>${'<td>1</td>'.repeat(10)}</tr>`.repeat(10_000)}</table>`],
  [
    'spans over rows',
    () =>
      `<table>${of(3000, (n) => `<tr><td rowspan="${3000 - n}">a</td><td colspan="${(n % 900) + 1}">b</td></tr>`)}</table>`,
  ],
  ['a chain of 10,000 conditions', () => `{{#if a0}}a${of(10_000, (n) => `{{else if a${n}}}b${n}`)}{{/if}}`],
  [
    '5,000 conditions of twenty terms',
    () => of(5000, (n) => `{{#if (or ${of(20, (term) => `(gt a${n} ${term})`, ' ')})}}a{{else}}b{{/if}}`),
  ],
  ['a path of 20,000 names', () => `{{${of(20_000, (n) => `a${n}`, '.')}}}`],
  ['20,000 calls of helpers', () => of(20_000, (n) => `{{formatDate (lookup items ${n}) "YYYY-MM-DD" locale="de"}}`)],
  ['lists of lists, 300 deep', () => deep(300, '<ul><li>a', '</li></ul>', '').repeat(200)],
  ['60,000 terms with what they mean', () => `<dl>${of(60_000, (n) => `<dt>Begriff ${n}<dd>Wert ${n} €`)}</dl>`],
  ['a table of 2,000 columns', () => `<table>${`<tr>${'<td>1'.repeat(2000)}`.repeat(100)}</table>`],
  ['50,000 headings', () => of(50_000, (n) => `<h${(n % 6) + 1} id="h${n}">a</h${(n % 6) + 1}>`)],
  [
    '50,000 styles of their own',
    () =>
      of(
        50_000,
        (n) => `<p style="margin:${n}px;font:italic bold ${n}px/30px Georgia;background:url(a${n}.png)">a</p>`,
      ),
  ],
  ['characters by their names', () => '&nbsp;&amp;&#x1F469;&hearts;&notanentity'.repeat(60_000)],
  [
    '20,000 forms of two fields',
    () =>
      of(
        20_000,
        (n) =>
          `<form><label for=i${n}>Name ${n}</label><input id=i${n} value="Müller ${n}"><select><option selected>a<option>b</select></form>`,
      ),
  ],
  ['20,000 small tables', () => of(20_000, (n) => `<table><tr><td>a${n}<td>${n}</table>`)],
  ['a cell of a megabyte', () => `<table><tr><td>${'The tenant <b>pays</b>. '.repeat(45_000)}</td></tr></table>`],
  [
    '20,000 footnotes',
    () =>
      `<p>${of(20_000, (n) => `a<sup><a href="#fn${n}" id="r${n}">${n}</a></sup> `)}</p>${of(20_000, (n) => `<p id="fn${n}"><a href="#r${n}">${n}</a> note ${n}</p>`)}`,
  ],
]
