// Paints the icons of the app from icon.svg: `node build/icons.mjs`, after the drawing has changed.
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const svg = readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8')
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()

/**
 * @param {string} name
 * @param {number} size in pixels
 * @param {number} inner how much of it the drawing takes
 * @param {string} background
 */
async function paint(name, size, inner, background) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${background}}svg{width:${inner * 100}%}</style>${svg}`,
  )
  const path = new URL(`../public/${name}`, import.meta.url).pathname
  await page.screenshot({ path, omitBackground: background === 'transparent' })
}

await paint('icon-192.png', 192, 1, 'transparent')
await paint('icon-512.png', 512, 1, 'transparent')
// Launchers cut such icons to their own shape: the drawing keeps to the middle.
await paint('icon-maskable.png', 512, 0.72, '#27507f')
await browser.close()
