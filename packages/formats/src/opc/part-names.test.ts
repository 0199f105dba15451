import { expect, it } from 'vitest'
import { relationshipsPart, targetPart } from './part-names.ts'

it.each([
  ['', '_rels/.rels'],
  ['a.xml', '_rels/a.xml.rels'],
  ['word/document.xml', 'word/_rels/document.xml.rels'],
])('the relationships of %j are in %s', (part, name) => expect(relationshipsPart(part)).toBe(name))

it.each([
  ['word/document.xml', 'media/a.png', 'word/media/a.png'],
  ['word/document.xml', '../customXml/item1.xml', 'customXml/item1.xml'],
  ['word/document.xml', '/word/./styles.xml', 'word/styles.xml'],
  ['', 'word/document.xml', 'word/document.xml'],
  ['a.xml', '../../b.xml', 'b.xml'],
])('from %j, %s is %s', (part, target, name) => expect(targetPart(part, target)).toBe(name))
