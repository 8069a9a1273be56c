import { precompress } from '@avouch/design/precompress'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** As in the visitors' pages: no content blocker knows a file by its name. */
const named = (extension: string) => `console/assets/[hash]${extension}`

/** Two pages, one for each console; what both need is one file. */
export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    assetsDir: 'console/assets',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      input: ['console.html', 'operator.html'],
      output: {
        hashCharacters: 'hex',
        entryFileNames: named('.js'),
        chunkFileNames: named('.js'),
        assetFileNames: named('[extname]'),
      },
    },
  },
})
