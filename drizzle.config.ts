import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/features/*/*/schema.ts',
    './src/server/db/*schema.ts',
    './src/server/http/rates/schema.ts',
    './src/server/logs/schema.ts',
    './src/server/nodes/schema.ts',
    './src/server/payments/sandbox/schema.ts',
  ],
  out: './db/migrations',
})
