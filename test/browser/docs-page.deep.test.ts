import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, callNames, problemCodes } from '@chancery/core'
import { contractsAboutCalls } from '@chancery/http'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRealServer, type RealServer } from '../fixtures/real-server.ts'
import { contrastsOfTexts, type TextContrast } from './text-contrast.ts'

const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

/** Runs in the page: what has the focus, and how that is shown. */
const focused =
  '({ href: document.activeElement.getAttribute("href") ?? "", outline: getComputedStyle(document.activeElement).outlineStyle })'

if (program === undefined) {
  process.stdout.write('No Chromium on this machine: the docs page is not looked at in a browser.\n')
  it('has no Chromium to look with', () => expect(program).toBeUndefined())
} else {
  const executablePath = program

  describe('the docs in Chromium', () => {
    let server: RealServer
    let browser: BrowserContext
    let profile: string
    beforeAll(async () => {
      server = await openRealServer()
      profile = mkdtempSync(join(tmpdir(), 'chancery-chromium-'))
      browser = await chromium.launchPersistentContext(profile, {
        executablePath,
        headless: true,
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-quic',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
        ],
      })
    })
    afterAll(async () => {
      await browser.close()
      await server.close()
      rmSync(profile, { recursive: true, force: true })
    })

    /** What a page did besides being shown. */
    interface Watched {
      readonly page: Page
      readonly faults: string[]
      readonly requests: string[]
    }

    async function open(path: string, look: { colorScheme?: 'light' | 'dark'; width?: number } = {}): Promise<Watched> {
      const page = await browser.newPage()
      const faults: string[] = []
      const requests: string[] = []
      page.on('console', (message) => faults.push(message.text()))
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('requestfailed', (request) => faults.push(request.url()))
      page.on('request', (request) => requests.push(request.url()))
      page.on(
        'response',
        (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`),
      )
      await page.emulateMedia({ colorScheme: look.colorScheme ?? 'light' })
      await page.setViewportSize({ width: look.width ?? 1280, height: 900 })
      await page.goto(`${server.address}${path}`, { waitUntil: 'load' })
      return { page, faults, requests }
    }

    const paths = ['/docs', '/docs/problems/invalid_request']

    it.each(paths)('%s asks nobody else, and has no fault', async (path) => {
      const { page, faults, requests } = await open(path)
      expect(faults).toEqual([])
      expect(requests.length).toBeGreaterThan(1)
      expect(requests.filter((url) => !url.startsWith(`${server.address}/`) && !url.startsWith('data:'))).toEqual([])
      expect(await page.evaluate('document.styleSheets.length')).toBe(1)
      await page.close()
    })

    it('shows every operation with its fields and a call to paste, and every problem', async () => {
      const { page } = await open('/docs')
      for (const { name, summary, examples } of calls) {
        const article = page.locator(`article[id="${name}"]`)
        expect(await article.isVisible(), name).toBe(true)
        expect(await article.innerText()).toContain(summary)
        expect(await article.locator('table').count()).toBe(2)
        // The call and its answer.
        expect(await article.locator('pre').count()).toBe(2 * examples.length)
        for (const answer of await article.locator('pre.answer').all())
          expect(await answer.innerText()).toContain(`"operation": "${name}"`)
        expect(await article.locator('pre').first().innerText()).toContain(`/${name}`)
        expect(await page.locator(`nav a[href="#${name}"]`).isVisible(), name).toBe(true)
      }
      // A call that is pasted reaches the server that shows it, also on a port that was taken at the start.
      expect(await page.locator('pre').first().innerText()).toContain(`curl ${server.address}/`)
      // Operations, service calls, and the calls about calls.
      const all = callNames.length + contractsAboutCalls.length
      expect(await page.locator('article h3 .method').count()).toBe(all)
      expect(await page.locator('#problems tbody tr').count()).toBe(Object.keys(problemCodes).length)
      await page.close()
    })

    it('has no link that leads nowhere', async () => {
      const { page } = await open('/docs')
      const links = await page.evaluate<string[]>('[...document.links].map(({ href }) => href)')
      expect(links.length).toBeGreaterThan(50)
      const addresses = new Set(links.map((link) => link.split('#')[0] ?? ''))
      for (const address of addresses) {
        expect(address.startsWith(server.address), address).toBe(true)
        expect((await fetch(address)).status, address).toBe(200)
      }
      const anchors = links
        .filter((link) => link.startsWith(`${server.address}/docs#`))
        .map((link) => link.split('#')[1])
      const ids = new Set(await page.evaluate<string[]>('[...document.querySelectorAll("[id]")].map(({ id }) => id)'))
      expect(anchors.filter((anchor) => !ids.has(anchor ?? ''))).toEqual([])
      await page.close()
    })

    it.each(paths)('%s leads from problem to docs and back', async (path) => {
      const { page } = await open(path)
      const target = path === '/docs' ? 'a[href$="problems/invalid_request"]' : 'a[href$="docs#problems"]'
      await page.locator(target).first().click()
      await page.waitForURL(path === '/docs' ? '**/docs/problems/invalid_request' : '**/docs#problems')
      expect(await page.locator('h1').isVisible()).toBe(true)
      await page.close()
    })

    it.each(paths.flatMap((path) => (['light', 'dark'] as const).map((scheme) => [path, scheme] as const)))(
      '%s can be read when it is %s',
      async (path, colorScheme) => {
        const { page } = await open(path, { colorScheme })
        const contrasts = await page.evaluate<TextContrast[]>(contrastsOfTexts)
        expect(contrasts.length).toBeGreaterThan(2)
        // WCAG 2.2, 1.4.3: 4.5 to 1 for text.
        expect(contrasts.filter(({ ratio }) => ratio < 4.5)).toEqual([])
        const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
        const brightness = Math.max(...(background.match(/\d+/g) ?? []).map(Number))
        expect(colorScheme === 'dark' ? brightness < 60 : brightness > 200).toBe(true)
        await page.close()
      },
    )

    it.each(paths.flatMap((path) => [360, 768, 1280, 1920].map((width) => [path, width] as const)))(
      '%s fits a width of %i px',
      async (path, width) => {
        const { page } = await open(path, { width })
        const sizes = await page.evaluate<{ page: number; window: number }>(
          '({ page: document.documentElement.scrollWidth, window: document.documentElement.clientWidth })',
        )
        expect(sizes.page).toBeLessThanOrEqual(sizes.window)
        await page.close()
      },
    )

    it('is walked by the keyboard, and shows where one is', async () => {
      const { page } = await open('/docs')
      const seen: { href: string; outline: string }[] = []
      for (let step = 0; step < callNames.length + 12; step++) {
        await page.keyboard.press('Tab')
        seen.push(await page.evaluate(focused))
      }
      const names = seen.map(({ href }) => href.slice(1))
      expect(callNames.filter((name) => !names.includes(name))).toEqual([])
      expect(seen.filter(({ outline }) => outline === 'none')).toEqual([])
      await page.locator(`nav a[href="#send-email"]`).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/docs#send-email')
      expect(await page.locator('article[id="send-email"] h3').isVisible()).toBe(true)
      await page.close()
    })

    it('says its language, has one main heading, and heads its tables', async () => {
      const { page } = await open('/docs')
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
      expect(await page.locator('h1').count()).toBe(1)
      expect(await page.title()).not.toBe('')
      const headless = await page
        .locator('table')
        .evaluateAll((all) => all.filter((table) => !table.querySelector('th')).length)
      expect(headless).toBe(0)
      await page.close()
    })
  })
}
