const attribute = /(?<=^|\s)([A-Za-z][\w.:-]{0,63})\s{0,8}=\s{0,8}(?:"([^"<]*)"|'([^'<]*)')/g

/** The attributes inside of a tag, by their names as they stand there, prefix and all; references are left as they are. */
export function attributesOf(inside: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  // `matchAll` would make the expression anew for each element.
  attribute.lastIndex = 0
  for (let found = attribute.exec(inside); found !== null; found = attribute.exec(inside)) {
    const [, name = '', double, single] = found
    values[name] = double ?? single ?? ''
  }
  return values
}
