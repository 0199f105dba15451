import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

const node = /^node:/
const core = /^@chancery\/core$/
const pure = [core, /^zod$/]
/** How the files of others are laid out, for the adapters that read and write them. */
const formats = /^@chancery\/formats\//
const adapter = [core, node]
/** The document model and what every reader stands on. */
const reading = /^@chancery\/reading(?:\/|$)/
/** Lines, paragraphs and tables of pages. */
const layout = /^@chancery\/reading-layout\//

/** What the sources of each room may import, besides their own files. The arrows of the house, as data. */
const rooms: Readonly<Record<string, readonly RegExp[]>> = {
  'packages/core': [/^zod$/],
  'packages/tags': [...pure, /^n2words\//],
  'packages/induction': pure,
  'packages/client': pure,
  'packages/formats': [
    core,
    /^node:(?:crypto|zlib|sqlite|fs(?:\/promises)?)$/,
    /^@jsquash\/webp\//,
    /^parse5$/,
    /^postal-mime$/,
  ],
  'packages/port-contracts': [core, node, /^vitest$/, /^fast-check$/],
  'packages/guard': [...adapter, formats, /^chardet$/],
  'packages/outbound': [...adapter, formats],
  'packages/platform': [...adapter, formats],
  'packages/word': [
    ...adapter,
    formats,
    /^@chancery\/(?:tags|induction)$/,
    /^docxtemplater(?:\/|$)/,
    /^pizzip(?:\/|$)/,
    /^bwip-js\/node$/,
    /^micromark(?:$|-extension-gfm$)/,
  ],
  'packages/odt-templates': [...adapter, formats, /^@chancery\/tags$/],
  'packages/mail-templates': [
    ...adapter,
    formats,
    /^@chancery\/(?:tags|induction)$/,
    /^(?:parse5|entities|sanitize-html|html-to-text|juice\/client|mjml-browser)$/,
  ],
  'packages/reading': [...adapter, formats, /^@embedpdf\/pdfium$/, /^papaparse$/, /^mdast/, /^micromark/],
  'packages/reading-layout': [core, reading],
  'packages/reading-office': [...adapter, formats, reading, /^(?:@e965\/xlsx|numfmt)$/],
  'packages/reading-pdf': [...adapter, reading, layout],
  'packages/reading-pictures': [...adapter, formats, reading, layout, /^tesseract\.js-core\//],
  'packages/reading-mail': [...adapter, formats, reading],
  'packages/reading-mammoth': [...adapter, reading, /^mammoth$/],
  'packages/document-ai': [...adapter, reading, layout, /^@google-cloud\/(?:documentai|storage)$/],
  'packages/identification': [...adapter, /^libphonenumber-js/, /^re2js$/],
  'packages/conversion': [...adapter, formats],
  'packages/storage': [
    ...adapter,
    formats,
    /^@google-cloud\/storage$/,
    /^@aws-sdk\/client-s3$/,
    /^@aws-sdk\/s3-request-presigner$/,
    /^@azure\/storage-blob$/,
  ],
  'packages/mail': [
    ...adapter,
    /^@chancery\/(?:formats\/standard-webhooks|outbound)$/,
    /^aws4fetch$/,
    /^nodemailer\/lib\/(?:dkim|smtp-connection|xoauth2)$/,
    /^@sendgrid\//,
  ],
  'packages/webhooks': [...adapter, /^@chancery\/(?:formats\/standard-webhooks|outbound)$/],
  'packages/clients': [...adapter, formats, /^libphonenumber-js/],
  'packages/crm': [...adapter, /^@chancery\/outbound$/, /^zod$/],
  'packages/state': [...adapter, formats],
  'packages/postgres': [...adapter, /^pg$/],
  'packages/delivery': [...adapter, /^pg-boss$/, /^google-auth-library$/],
  'packages/audit': adapter,
  'packages/telemetry': [...adapter, /^@opentelemetry\/(?:api|exporter-[a-z-]+|resources|sdk-(?:metrics|trace))$/],
  'packages/gateway': [...adapter, /^google-auth-library$/],
  // The ports that work in children, and what the children load: whatever takes apart what callers send.
  'packages/sandbox': [
    core,
    node,
    formats,
    /^@chancery\/(?:clients|document-ai|guard|identification|mail-templates|odt-templates|reading|tags|word)(?:\/|$)/,
    /^@chancery\/reading-(?:mail|mammoth(?:\/types)?|office|pdf|pictures)$/,
  ],
  'packages/http': [core, node, /^hono(?:\/|$)/, /^zod$/],
  'packages/wiring': [/^@chancery\//, node, /^inversify$/, /^reflect-metadata$/, /^zod$/],
  'packages/chancery': [
    core,
    node,
    /^@chancery\/(?:harness|server(?:\/(?:audit|backup|doctor|events|gateway|keys|mail|main|migrate|process-setup|work))?|wiring)$/,
    /^zod$/,
  ],
  'apps/server': [core, node, /^@chancery\/(?:http(?:\/server)?|wiring)$/, /^@hono\/node-server$/],
  'apps/functions': [
    core,
    node,
    /^@chancery\/(?:http\/server|wiring)$/,
    /^@hono\/node-server$/,
    /^@google-cloud\/functions-framework$/,
  ],
  'apps/harness': [core, /^@chancery\/(?:mail|storage|wiring)$/, /^zod$/],
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return entry.name.endsWith('.ts') ? [path] : []
  })
}

/** Static and dynamic imports, types too. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'([^']+)'/gm)].map((match) => match[1] ?? '')

const isTest = (path: string): boolean =>
  /\.test(?:-support)?\.ts$|\/testing\/|-for-test\.ts$|-(?:fixture|subject)\.ts$|\/fake-[^/]*\.ts$|\/test-[^/]*\.ts$|\/bench\//.test(
    path,
  )

describe('the arrows', () => {
  const folders = ['packages', 'apps'].flatMap((area) =>
    readdirSync(join(root, area))
      .map((name) => `${area}/${name}`)
      .filter((room) => statSync(join(root, room)).isDirectory()),
  )

  it('knows every room', () => expect(Object.keys(rooms).sort()).toEqual(folders.sort()))

  it.each(Object.entries(rooms))('%s imports only what it may', (room, allowed) => {
    const faults = sources(join(root, room, 'src'))
      .filter((path) => !isTest(path))
      .flatMap((path) =>
        importsOf(readFileSync(path, 'utf8'))
          .filter((name) => !name.startsWith('.') && !allowed.some((pattern) => pattern.test(name)))
          .map((name) => `${relative(root, path)} imports ${name}`),
      )
    expect(faults).toEqual([])
  })

  it('catches a forbidden import', () => {
    const found = importsOf(
      `import { readFile } from 'node:fs'\nexport * from './x.ts'\nconst y = await import('hono')\nimport 'z'`,
    )
    expect(found).toEqual(['node:fs', './x.ts', 'hono', 'z'])
  })
})

/**
 * The folders of large rooms, lowest first: each may use those before it. Files that lie in the room itself stand above all
 * folders, or below all.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  'packages/core': [
    'model',
    'ports',
    'shapes',
    'telemetry',
    'documents',
    'audit',
    'spaces',
    'events',
    'clients',
    'templates',
    'email',
  ],
  'packages/tags': ['syntax', 'data', 'formatters', 'template', 'fill', 'schema', 'check'],
  'packages/http': ['json', 'body', 'admission', 'access', 'answer', 'background', 'call', 'openapi', 'docs', 'server'],
  'packages/wiring': ['settings', 'data', 'configured', 'modules', 'background'],
  'packages/reading-pdf': ['words', 'tags', 'page', 'document'],
  'packages/document-ai': ['recording', 'calls'],
  'packages/guard': ['encoding', 'zip', 'xml', 'type', 'package', 'encryption'],
  'packages/word': [
    'xml',
    'runs',
    'package',
    'charts',
    'template',
    'places',
    'checks',
    'rich',
    'compile',
    'fill',
    'merge',
    'validate',
    'induce',
  ],
}

/** Which folder of a room uses which other, by their names right below `src`. */
function folderArrows(room: string): Map<string, Set<string>> {
  const source = join(root, room, 'src')
  const folderOf = (path: string): string | undefined => {
    const [folder, ...rest] = relative(source, path).split(sep)
    return rest.length === 0 ? undefined : folder
  }
  const arrows = new Map<string, Set<string>>()
  for (const path of sources(source).filter((each) => !isTest(each))) {
    const from = folderOf(path)
    if (from === undefined) continue
    for (const name of importsOf(readFileSync(path, 'utf8')).filter((each) => each.startsWith('.'))) {
      const to = folderOf(join(dirname(path), name))
      if (to !== undefined && to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  }
  return arrows
}

/** A way from a folder back to itself; empty where there is none. */
function circle(arrows: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const done = new Set<string>()
  const visit = (folder: string, way: readonly string[]): readonly string[] => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder]
    if (done.has(folder)) return []
    for (const next of arrows.get(folder) ?? []) {
      const found = visit(next, [...way, folder])
      if (found.length > 0) return found
    }
    done.add(folder)
    return []
  }
  for (const folder of arrows.keys()) {
    const found = visit(folder, [])
    if (found.length > 0) return found
  }
  return []
}

describe('the folders of a room', () => {
  it.each(Object.keys(rooms))('%s has no circle', (room) => {
    expect(circle(folderArrows(room))).toEqual([])
  })

  it.each(Object.entries(layers))('%s keeps to its layers', (room, order) => {
    const arrows = folderArrows(room)
    expect([...new Set([...arrows.keys(), ...[...arrows.values()].flatMap((each) => [...each])])].toSorted()).toEqual(
      order.toSorted(),
    )
    const faults = [...arrows].flatMap(([from, to]) =>
      [...to].filter((each) => order.indexOf(each) > order.indexOf(from)).map((each) => `${from} uses ${each}`),
    )
    expect(faults).toEqual([])
  })

  it('would be seen to go in a circle', () => {
    const arrows = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ])
    expect(circle(arrows)).toEqual(['b', 'c', 'b'])
  })
})

describe('the rooms', () => {
  const all = Object.keys(rooms).flatMap((room) => sources(join(root, room, 'src')))

  it('have no names that say nothing', () => {
    const vague = /(?:^|[-/])(?:utils?|helpers?|managers?|misc|common|stuff)(?:[-./]|$)/
    expect(all.map((path) => relative(root, path)).filter((path) => vague.test(path))).toEqual([])
  })

  it('are written as the formatter writes them', () => {
    expect(all.filter((path) => /(?:prettier|oxfmt)-ignore/.test(readFileSync(path, 'utf8')))).toEqual([])
  })

  it('keep inversify where apps are put together', () => {
    const users = all.filter((path) =>
      importsOf(readFileSync(path, 'utf8')).some((name) => /^(?:inversify|reflect-metadata)$/.test(name)),
    )
    expect(users.map((path) => relative(root, path).split('/').slice(0, 2).join('/'))).toEqual(
      users.map(() => 'packages/wiring'),
    )
  })

  it('use no decorators', () => {
    expect(
      all.filter((path) => /^\s*@\w+\(/m.test(readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''))),
    ).toEqual([])
  })

  it('call addresses where it is their job, and nowhere else', () => {
    const network = /^node:(?:https?|http2|net|tls|dgram|dns)$/
    const calling = all.filter((path) => {
      if (isTest(path)) return false
      const text = readFileSync(path, 'utf8')
      // A method named `fetch` is declared at the beginning of its line.
      return /(?<![\w.]|^ *(?:async )?)fetch\(/m.test(text) || importsOf(text).some((name) => network.test(name))
    })
    const allowed = [
      // Documents by `url`, and the socket to the children.
      'packages/outbound/src/',
      'packages/sandbox/src/',
      'packages/conversion/src/gotenberg/',
      'packages/client/',
      // A server to fetch from.
      'packages/port-contracts/src/remote-documents.ts',
      // They listen.
      'packages/http/src/server/',
      'apps/server/',
      'apps/functions/',
    ]
    const faults = calling
      .map((path) => relative(root, path))
      .filter((path) => !allowed.some((from) => path.startsWith(from)))
    expect(faults).toEqual([])
  })

  it('start programs without a shell, and make no code of texts', () => {
    // Patterns have an `exec` too, always behind a dot.
    const shell = /(?<![.\w])exec\(|\bexecSync\(|\bshell:|(?<![.\w])eval\(|new Function\(|node:vm\b/
    const faults = all
      .filter((path) => !isTest(path) && !path.endsWith('-subject.ts') && shell.test(readFileSync(path, 'utf8')))
      .map((path) => relative(root, path))
    expect(faults).toEqual([])
    const bad = ["exec('ls')", 'spawn(a, { shell: true })', 'eval(text)', 'new Function(text)']
    expect(bad.every((text) => shell.test(text))).toBe(true)
  })

  it('decode UTF-16 of bytes in one place, which gives Node whole units alone', () => {
    const decodes = /\.toString\(\s*(?:'(?:utf-?16le|ucs-?2)'|[^)]*\? 'utf16le')/i
    const decoding = all
      .filter((path) => !isTest(path) && decodes.test(readFileSync(path, 'utf8')))
      .map((path) => relative(root, path))
    expect(decoding).toEqual(['packages/formats/src/text/utf16-text.ts'])
  })

  it('change no flag within a pattern: V8 loses it in a process that has compiled many', () => {
    const flagged = /\(\?[ims]*-?[ims]+:/
    const faults = all.filter(
      (path) => !isTest(path) && flagged.test(readFileSync(path, 'utf8').replaceAll(/^ \*.*$/gm, '')),
    )
    expect(faults.map((path) => relative(root, path))).toEqual([])
    expect(['(?i:a)', '(?-i:a)', '(?s-m:a)'].every((text) => flagged.test(text))).toBe(true)
  })

  it('have a test suite for each port', () => {
    const ports = readdirSync(join(root, 'packages/core/src/ports'))
      .filter((name) => !isTest(name))
      .map((name) => name.replace('.ts', ''))
    // Plain values.
    const without = new Set(['index', 'providers', 'settings'])
    const missing = ports.filter(
      (port) => !without.has(port) && !existsSync(join(root, `packages/port-contracts/src/${port}.ts`)),
    )
    expect(missing).toEqual([])
  })

  it('hand no list of unknown length to a call, item by item: it overflows the stack', () => {
    const spread =
      /\.(?:push|unshift)\((?:[^(){}[\]]*,)?\s*\.\.\.|Math\.(?:max|min)\((?:[^(){}[\]]*,)?\s*\.\.\.|fromC(?:har|ode)(?:Code|Point)\(\.\.\./
    // As many bytes as a header has, or a chunk.
    const allowed = [
      'packages/client/src/wire-body.ts',
      'packages/formats/src/raster/png-chunks.ts',
      'packages/formats/src/raster/webp-facts.ts',
    ]
    const faults = all
      .filter((path) => !isTest(path) && spread.test(readFileSync(path, 'utf8')))
      .map((path) => relative(root, path))
      .filter((path) => !/^(?:packages\/port-contracts|apps\/harness)\//.test(path))
    expect(faults.toSorted()).toEqual(allowed)
    expect(['a.push(...b)', 'Math.max(0, ...b)', 'a.b.push(c, ...d)'].every((text) => spread.test(text))).toBe(true)
  })

  it('expect no text to match a pattern by `toMatchObject`, which takes any text for it', () => {
    const call = '.toMatchObject('
    const pattern = /(?:[\w'"\]]:|^)\s*\/(?![/*])/
    const given = (behind: string): string => {
      let depth = 1
      let end = 0
      for (; end < behind.length && depth > 0; end++) depth += behind[end] === '(' ? 1 : behind[end] === ')' ? -1 : 0
      return behind.slice(0, end)
    }
    const isVacuous = (text: string): boolean =>
      text
        .split(call)
        .slice(1)
        .some((behind) => pattern.test(given(behind)))
    const faults = all
      .filter((path) => isTest(path) && isVacuous(readFileSync(path, 'utf8')))
      .map((path) => relative(root, path))
    expect(faults).toEqual([])
    expect(isVacuous('expect(a).toMatchObject([{ b: /c/ }])')).toBe(true)
    expect(isVacuous('expect(a).toMatchObject([{ b: expect.stringMatching(/c/) }])')).toBe(false)
  })

  it('have a folder for each operation and service call, named as on the wire, with its contract, its service and their test', async () => {
    const { calls } = await import('@chancery/core')
    const files = ['contract.ts', 'index.ts', 'service.ts', 'service.test.ts']
    for (const { name, area } of calls) {
      const folder = join(root, `packages/core/src/${area}/${name}`)
      expect(
        files.filter((file) => existsSync(join(folder, file))),
        name,
      ).toEqual(files)
    }
  })
})
