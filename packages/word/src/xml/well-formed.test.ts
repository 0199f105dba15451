import { expect, it } from 'vitest'
import { type WellFormedReason, wellFormedFault } from './well-formed.ts'

it.each([
  '<a/>',
  '\ufeff<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<a/>\n<!-- & < ]]> -->\n',
  '<?xml version=\'1.0\'?><w:a xmlns:w="x" b=\'"\' c = "\'>"\n\tä="1">x &amp;&lt;&gt;&quot;&apos;&#10;&#x1F600;&#0065; ]] > ü 😀</w:a >',
  '<a><![CDATA[ & < &foo; ]]>]]&gt;<?pi & ?><!-- &bar; --></a>',
  '<a b="]]>">&#55295;&#57344;&#xFFFD;&#x10FFFF;&#1114111;</a>',
])('takes what is well-formed: %s', (xml) => {
  for (const isBalanced of [true, false]) expect(wellFormedFault(xml, isBalanced)).toBeUndefined()
})

/** What is wrong, and the XML that is marked. */
const faults: readonly (readonly [xml: string, reason: WellFormedReason, marked: string])[] = [
  ['<a>b & c</a>', 'bad_reference', '&'],
  ['<a>&nbsp;</a>', 'bad_reference', '&nbsp;'],
  ['<a>&amp</a>', 'bad_reference', '&'],
  ['<a b="x&y"/>', 'bad_reference', '&'],
  ['<a>&#0;</a>', 'bad_reference', '&#0;'],
  ['<a>&#x1f;</a>', 'bad_reference', '&#x1f;'],
  ['<a>&#xD800;</a>', 'bad_reference', '&#xD800;'],
  ['<a>&#57343;</a>', 'bad_reference', '&#57343;'],
  ['<a>&#65535;</a>', 'bad_reference', '&#65535;'],
  ['<a>&#1114112;</a>', 'bad_reference', '&#1114112;'],
  ['<a>&#x110000;</a>', 'bad_reference', '&#x110000;'],
  ['<a><![CDATA[&]]>&<!-- & --></a>', 'bad_reference', '&'],
  ['<a>x\u0001</a>', 'bad_character', '\u0001'],
  ['<a>x ]]> y</a>', 'bad_character', ']]>'],
  ['<a><b c="1" c="2"/></a>', 'duplicate_attribute', '<b c="1" c="2"/>'],
  ['<a><b c=">" d="/" c="2"/></a>', 'duplicate_attribute', '<b c=">" d="/" c="2"/>'],
  ['<a><b c=1/></a>', 'bad_attribute', '<b c=1/>'],
  ['<a><b c/></a>', 'bad_attribute', '<b c/>'],
  ['<a><b c="1"d="2"/></a>', 'bad_attribute', '<b c="1"d="2"/>'],
  ['<a><1b/></a>', 'bad_name', '<1b/>'],
  ['<a><b></a></b>', 'mismatch', '</a>'],
  ['<a><b></b>', 'unclosed', ''],
  ['<a b="<"/>', 'syntax', '<a b="<"/>'],
  ['<a/><b/>', 'several_roots', '<b/>'],
  ['<a></a><a></a>', 'several_roots', '<a>'],
  ['x<a/>', 'text_outside', 'x'],
  ['<a/> x', 'text_outside', 'x'],
  ['<a/><!-- y --> x', 'text_outside', 'x'],
  ['<!-- a -->', 'no_root', ''],
  ['', 'no_root', ''],
  ['\n<?xml version="1.0"?><a/>', 'bad_declaration', '<?xml version="1.0"?>'],
  ['<?xml encoding="UTF-8"?><a/>', 'bad_declaration', '<?xml encoding="UTF-8"?>'],
]

it.each(faults)('finds in %s: %s', (xml, reason, marked) => {
  const fault = wellFormedFault(xml, false)
  expect(fault?.reason).toBe(reason)
  expect(xml.slice(fault?.start, fault?.end)).toBe(marked)
  const isStructure = /^(?:mismatch|unclosed|no_root)$/.test(reason)
  if (!isStructure) expect(wellFormedFault(xml, true)).toEqual(fault)
})

it('tells the first of several', () => {
  expect(wellFormedFault('<a>&x; <b c=1/> </d>', false)).toMatchObject({ reason: 'bad_reference' })
  expect(wellFormedFault('<a><b c=1/> &x; </d>', false)).toMatchObject({ reason: 'bad_attribute' })
  expect(wellFormedFault('<a></d> <b c=1/> &x;', false)).toMatchObject({ reason: 'mismatch' })
})
