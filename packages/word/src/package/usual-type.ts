const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const office = 'application/vnd.openxmlformats-officedocument'
const packaged = 'application/vnd.openxmlformats-package'

/** Where Word puts the parts that have text, and those that tell about it. */
const usual: readonly (readonly [RegExp, string])[] = [
  [/^word\/document\.xml$/, `${word}.document.main+xml`],
  [/^word\/(header|footer)\d*\.xml$/, `${word}.$1+xml`],
  [/^word\/(footnotes|endnotes|comments|styles|numbering|settings)\.xml$/, `${word}.$1+xml`],
  [/^word\/charts\/chart\d*\.xml$/, `${office}.drawingml.chart+xml`],
  [/^word\/diagrams\/data\d*\.xml$/, `${office}.drawingml.diagramData+xml`],
  [/^docProps\/core\.xml$/, `${packaged}.core-properties+xml`],
  [/^docProps\/app\.xml$/, `${office}.extended-properties+xml`],
  [/^docProps\/custom\.xml$/, `${office}.custom-properties+xml`],
]

/** The content type that a part has by its name, where the list of types is lost; '' for others. */
export function usualType(name: string): string {
  const found = usual.find(([pattern]) => pattern.test(name))
  return found === undefined ? '' : name.replace(...found)
}
