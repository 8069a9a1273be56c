import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The front end's part for the server: one file with all that it needs, which makes pages before a script runs. */
export default defineConfig({
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/server.ts',
    outDir: 'dist/.server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node22',
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
