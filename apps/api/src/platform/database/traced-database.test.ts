import { expect, test } from 'vitest'
import { nameOfStatement } from './traced-database.ts'

test.each([
  ['\n  update webhook_event set state = $1 where id = $2', 'update webhook_event'],
  ['insert into audit_inbox (at) values ($1)', 'insert audit_inbox'],
  ['\n delete from session where id = $1', 'delete session'],
  ['select 1 from account where phone_idx = $1', 'select account'],
  ['with made as (select id from sms_code) insert into sms_message select * from made', 'with sms_code'],
  ['begin', 'begin'],
  ['set local lock_timeout = 1500', 'set local'],
])('A statement is named by its first word and a table: %s [OPS-26]', (text, name) => {
  expect(nameOfStatement(text)).toBe(name)
})
