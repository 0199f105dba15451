/* oxlint-disable no-console -- a report is what it is for */
/**
 * Word F1, sequence ratio and CPU time of both engines on pages that LibreOffice sets and poppler draws.
 * `node test/bench/reading/score-ocr.ts [engine=auto,tesseract] [pages=4] [kinds=clean,degraded,…]`
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOcrEngine } from '../../../packages/reading-pictures/src/ocr/create-ocr-engine.ts'
import { fromGraymap, type GrayPicture, toGraymap } from '../../../packages/reading/src/ocr/gray-picture.ts'
import { turned } from '../../../packages/reading-pictures/src/image/picture-turns.ts'
import { resized } from '../../../packages/reading-pictures/src/ocr/resized.ts'
import { asJpeg, blurred, noisy, shaded, skewed } from './degrade.ts'
import { ocrPages, ocrReceipts, type OcrPage } from './ocr-pages.ts'
import { scoreText } from './score-text.ts'

interface Drawn {
  readonly picture: GrayPicture
  readonly resolution: number
}

const folder = join(tmpdir(), 'chancery-ocr-pages')

/** LibreOffice and poppler run once a page; what they made is kept. */
function draw(pages: readonly OcrPage[], resolution: number): Map<OcrPage, Drawn> {
  mkdirSync(folder, { recursive: true })
  const missing = pages.filter(({ name, html }) => {
    const file = join(folder, `${name}.html`)
    if (existsSync(file) && readFileSync(file, 'utf8') === html && existsSync(file.replace('.html', '.pdf')))
      return false
    writeFileSync(file, html)
    return true
  })
  if (missing.length > 0) {
    const files = missing.map(({ name }) => join(folder, `${name}.html`))
    const filter = ['--infilter=HTML (StarWriter)', '--convert-to', 'pdf:writer_pdf_Export']
    execFileSync('soffice', ['--headless', ...filter, '--outdir', folder, ...files], { stdio: 'ignore' })
  }
  return new Map(
    pages.map((page) => {
      const out = execFileSync(
        'pdftoppm',
        ['-r', String(resolution), '-gray', '-l', '1', join(folder, `${page.name}.pdf`)],
        {
          maxBuffer: 2 ** 28,
        },
      )
      const picture = fromGraymap(out)
      if (picture === undefined) throw new Error(`${page.name} was not drawn.`)
      return [page, { picture, resolution }]
    }),
  )
}

type Kind = (drawn: Drawn) => Drawn & { readonly known?: false }

const kinds: Readonly<Record<string, { readonly from: number; readonly make: Kind }>> = {
  clean: { from: 200, make: (drawn) => drawn },
  clean300: { from: 300, make: (drawn) => drawn },
  degraded: {
    from: 150,
    make: (drawn) => ({ ...drawn, picture: asJpeg(noisy(skewed(blurred(drawn.picture), 0.6), 24), 40) }),
  },
  small: { from: 100, make: (drawn) => ({ ...drawn, picture: asJpeg(drawn.picture, 70) }) },
  skew3: { from: 200, make: (drawn) => ({ ...drawn, picture: skewed(drawn.picture, 3) }) },
  skew5: { from: 200, make: (drawn) => ({ ...drawn, picture: skewed(drawn.picture, -5) }) },
  photo: {
    from: 200,
    make: (drawn) => ({
      ...drawn,
      picture: asJpeg(noisy(shaded(skewed(blurred(drawn.picture), 1.5)), 12), 60),
      known: false,
    }),
  },
  side: { from: 200, make: (drawn) => ({ ...drawn, picture: turned(drawn.picture, 90) }) },
  head: { from: 200, make: (drawn) => ({ ...drawn, picture: turned(drawn.picture, 180) }) },
  other: { from: 200, make: (drawn) => ({ ...drawn, picture: turned(drawn.picture, 270) }) },
  receipt: { from: 200, make: (drawn) => drawn },
  'receipt-photo': {
    from: 150,
    make: ({ picture, resolution }) => ({
      picture: asJpeg(noisy(shaded(skewed(blurred(resized(picture, picture.width, picture.height)), 2)), 20), 50),
      resolution,
      known: false,
    }),
  },
}

const option = (name: string, otherwise: string): string =>
  process.argv.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? otherwise

const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length
const fixed = (value: number, digits = 4): string => value.toFixed(digits)

const count = Number(option('pages', '4'))
const languages = option('languages', '')
for (const name of option('engine', 'auto,tesseract').split(',') as ('auto' | 'native' | 'tesseract')[]) {
  const engine = createOcrEngine({ engine: name, languages: option('default', 'en').split(',') })
  for (const kind of option('kinds', Object.keys(kinds).join(',')).split(',')) {
    const { from, make } = kinds[kind] ?? kinds['clean']!
    const pages = kind.startsWith('receipt') ? ocrReceipts(count * 2) : ocrPages(count)
    const rows: { readonly page: OcrPage; readonly words: number; readonly sequence: number; readonly cpu: number }[] =
      []
    for (const [page, drawn] of draw(pages, from)) {
      const { picture, resolution, known } = make(drawn)
      const before = process.resourceUsage()
      const children = childTime()
      const { words } = await engine.recognize(
        {
          bytes: toGraymap(picture),
          contentType: 'image/x-portable-graymap',
          width: picture.width,
          height: picture.height,
          ...(known === false ? {} : { resolution }),
        },
        {
          languages: languages === '' ? [page.language] : languages === 'none' ? [] : languages.split(','),
          signal: new AbortController().signal,
        },
      )
      const after = process.resourceUsage()
      const own = (after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime) / 1e6
      const score = scoreText(page.text, words.map(({ text }) => text).join(' '))
      rows.push({ page, ...score, cpu: own + childTime() - children })
      if (option('show', '') === page.name) console.log(words.map(({ text }) => text).join(' '))
    }
    const of = (part: 'words' | 'sequence' | 'cpu'): number => mean(rows.map((row) => row[part]))
    const worst = rows.reduce((least, row) => (row.sequence < least.sequence ? row : least))
    console.log(
      `${name.padEnd(10)} ${kind.padEnd(14)} words ${fixed(of('words'))}  sequence ${fixed(of('sequence'))}  ` +
        `cpu ${fixed(of('cpu'), 2)} s  worst ${worst.page.name} ${fixed(worst.sequence)}  ` +
        `rss ${Math.round(process.memoryUsage.rss() / 1e6)} MB`,
    )
  }
  await engine.close()
}

/** Seconds of CPU of the processes that were started and have ended (proc_pid_stat, cutime and cstime; in 1/100 s). */
function childTime(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}
