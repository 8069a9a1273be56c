const sdk = require('@avouch/provider-sdk')
const { AvouchButton } = require('@avouch/provider-sdk/react')
const { defineAvouchButton } = require('@avouch/provider-sdk/button')
const { isUsable } = require('./is-usable.cjs')

async function use() {
  if (!(await isUsable(sdk)) || typeof defineAvouchButton !== 'function' || typeof AvouchButton !== 'function')
    throw new Error('the CommonJS module does not work')
  process.stdout.write('used\n')
}
void use()
