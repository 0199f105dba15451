/**
 * Where text can stand in a Word file and no fill reaches it, in words: by element and attribute, or by the content type of
 * the part. What `places/` carries into runs does not come here; the same attribute does where no run is around it.
 */
export const unfilledAttributes: Readonly<Record<string, string>> = {
  'wp:docPr descr': 'alternative text',
  'wp:docPr title': 'alternative text',
  'wp:docPr name': 'name of a drawing',
  'pic:cNvPr descr': 'alternative text',
  'pic:cNvPr title': 'alternative text',
  'wps:cNvPr descr': 'alternative text',
  'v:shape alt': 'alternative text',
  'v:shape title': 'alternative text',
  'v:textpath string': 'watermark',
  'v:imagedata o:title': 'title of a picture',
  'a:hlinkClick tooltip': 'screen tip of a link',
  'w:hyperlink w:tooltip': 'screen tip of a link',
  'w:hyperlink w:anchor': 'target of a link',
  'w:hyperlink w:docLocation': 'target of a link',
  'w:fldSimple w:instr': 'field code',
  'w:tblCaption w:val': 'alternative text of a table',
  'w:tblDescription w:val': 'alternative text of a table',
  'w:alias w:val': 'name of a content control',
  'w:tag w:val': 'name of a content control',
  'w:listItem w:displayText': 'entry of a drop-down list',
  'w:listItem w:value': 'entry of a drop-down list',
  'w:listEntry w:val': 'entry of a drop-down list',
  'w:dataBinding w:xpath': 'data binding of a content control',
  'w:default w:val': 'default of a form field',
  'w:statusText w:val': 'help text of a form field',
  'w:helpText w:val': 'help text of a form field',
  'w:bookmarkStart w:name': 'name of a bookmark',
  'w:comment w:author': 'author of a comment',
  'w:comment w:initials': 'author of a comment',
  'w:docVar w:val': 'document variable',
  'w:name w:val': 'name of a style',
  'w:aliases w:val': 'name of a style',
  'w:pStyle w:val': 'style of a paragraph',
  'w:rStyle w:val': 'style of a text',
  'w:tblStyle w:val': 'style of a table',
  'w:font w:name': 'name of a font',
  'w:lvlText w:val': 'text of a numbering',
  'w:query w:val': 'query of a mail merge',
  'w:connectString w:val': 'source of a mail merge',
  'c:v': 'value that a chart keeps',
}

/** Parts whose text is not filled, by what their content type ends with. */
export const unfilledParts: readonly (readonly [type: RegExp, label: string])[] = [
  [/\.document\.glossary\+xml$/, 'Building blocks'],
  [/wordprocessingml\.settings\+xml$/, 'Settings'],
  [/wordprocessingml\.numbering\+xml$/, 'Numbering'],
  [/wordprocessingml\.webSettings\+xml$/, 'Web settings'],
  [/wordprocessingml\.styles\+xml$/, 'Styles'],
  [/wordprocessingml\.stylesWithEffects\+xml$/, 'Styles'],
  [/wordprocessingml\.fontTable\+xml$/, 'Fonts'],
  [/drawingml\.theme\+xml$|officedocument\.theme\+xml$/, 'Theme'],
]

/** Data that Word keeps beside the document for content controls. */
export const customXml = /^customXml\/item\d*\.xml$/
