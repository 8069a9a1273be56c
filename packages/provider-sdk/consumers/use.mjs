import * as sdk from '@avouch/provider-sdk'
import { AvouchButton } from '@avouch/provider-sdk/react'
import { defineAvouchButton } from '@avouch/provider-sdk/button'
import { isUsable } from './is-usable.cjs'

if (!(await isUsable(sdk)) || typeof defineAvouchButton !== 'function' || typeof AvouchButton !== 'function')
  throw new Error('the ES module does not work')
process.stdout.write('used\n')
