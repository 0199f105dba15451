import type { DocumentType } from '@chancery/core'
import { plainReading } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { it } from 'vitest'
import { createEmbeddedExtractor } from '../../packages/reading/src/index.ts'
import { embeddedReaders } from '../../packages/sandbox/src/jobs/embedded-readers.ts'
import { docxOf, paragraph } from '../../packages/reading-office/src/docx/docx-fixture.ts'
import { docOf } from '../../packages/reading-office/src/legacy/doc-fixture.ts'
import { odfOf } from '../../packages/reading-office/src/package/package-fixture.ts'

const extractor = createEmbeddedExtractor({ readers: embeddedReaders })
const { signal } = new AbortController()

const odt = (body: string): Uint8Array =>
  odfOf('text', {
    body,
    automaticStyles:
      '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>',
  })

const shapes: readonly (readonly [type: DocumentType, what: string, make: (size: number) => Uint8Array | string])[] = [
  ['html', 'unclosed formatting', (size) => '<p><b><i>x'.repeat(size)],
  [
    'html',
    'tables beside and in each other',
    (size) => `<table><tr><td>${'<table><tr><td><b>x</b><td></table>'.repeat(size)}`,
  ],
  [
    'html',
    'empty elements and unclosed comments of XHTML',
    (size) =>
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${'<i a="/>" b=\'<i/><!--'.repeat(size)}`,
  ],
  ['html', 'rows of one table', (size) => `<table>${'<tr><td>a<td rowspan=2>b'.repeat(size)}`],
  ['html', 'quotes and looks', (size) => `<b>x<i>y</i></b><blockquote><dl><dt>a<dd>b</dl></blockquote>`.repeat(size)],
  [
    'html',
    'references to notes',
    (size) => `${'<a href=#n>1</a> '.repeat(size)}<ol class=footnotes>${'<li id=n>x'.repeat(size)}</ol>`,
  ],
  [
    'docx',
    'looks, comments that never end, and pictures',
    (size) =>
      docxOf({
        body: paragraph(
          '<w:commentRangeStart w:id="1"/><w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>b</w:t></w:r><w:commentReference w:id="1"/><w:drawing><a:blip/></w:drawing>',
        ).repeat(size >> 1),
        parts: { comments: '<w:comment w:id="1"><w:p/></w:comment>' },
      }),
  ],
  ['html', 'links in one paragraph', (size) => '<a href=http://e.x>x</a> '.repeat(size)],
  // The parser takes its time, so that little of it has to do.
  ['markdown', 'items of one list', (size) => '- a [b](http://e.x)\n'.repeat(size >> 2)],
  ['markdown', 'footnotes', (size) => '[^a]: n\n\n'.repeat(size >> 2)],
  ['csv', 'quotes in one cell', (size) => `a,b\n"${'"",\n'.repeat(size)}`],
  ['text', 'short lines', (size) => '1. a\n- b\n\n'.repeat(size)],
  ['vcard', 'folded lines', (size) => `BEGIN:VCARD\nFN:x\nNOTE:a${'\n b'.repeat(size)}\nEND:VCARD`],
  ['eml', 'flowed lines', (size) => `Content-Type: text/plain; format=flowed\n\n${'> a \n'.repeat(size)}`],
  ['eml', 'mails of a mailbox', (size) => 'From a\nSubject: x\n\nFrom b\n\n'.repeat(size >> 3)],
  [
    'eml',
    'parts behind a wrong boundary',
    (size) => `Content-Type: multipart/mixed; boundary=A\n\n${'--B\nContent-Type: text/plain\n\nx\n'.repeat(size)}`,
  ],
  ['rtf', 'changes and links', (size) => `{\\rtf1${'{\\revised a}{\\field{\\*\\fldinst EQ \\\\f(1,2)}}'.repeat(size)}`],
  ['rtf', 'cells of rows', (size) => `{\\rtf1${'\\trowd\\cellx9\\intbl a\\cell\\cell\\cell\\row'.repeat(size)}`],
  ['rtf', 'formulas', (size) => `{\\rtf1${'{\\mmath{\\*\\moMath{\\mr x}{\\msup{\\mr 2}}}}'.repeat(size)}`],
  [
    'odt',
    'hidden spans',
    (size) => odt(`<text:p>${'<text:span text:style-name="H">a</text:span>b'.repeat(size)}</text:p>`),
  ],
  [
    'odt',
    'items of one list',
    (size) => odt(`<text:list>${'<text:list-item><text:p>a</text:p></text:list-item>'.repeat(size)}</text:list>`),
  ],
  [
    'odt',
    'notes',
    (size) =>
      odt(
        `<text:p>${'a<text:note><text:note-body><text:p>n</text:p></text:note-body></text:note>'.repeat(size)}</text:p>`,
      ),
  ],
  [
    'doc',
    'fields',
    (size) => docOf({ body: [{ text: '\u0013EQ \\f(1,2)\u0015a'.repeat(size), style: 0 }], footnotes: '' }),
  ],
]

it.each(shapes)('reads %s with %s in linear time', async (type, _what, make) => {
  await expectLinearTime(100, make, (bytes) =>
    extractor.extract(vettedForTest(bytes, type), { ...plainReading, revisions: 'all' }, { signal }),
  )
})
