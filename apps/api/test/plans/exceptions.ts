/** Statements that may read a lot, by a part of each, and why. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  // Duties about a whole table are commands of the operator.
  'with entry_sum as': '`ledger verify` compares all of the books',
  'select (select count(*) from ledger_entry)': '`ledger verify` counts all of the books',
  "select split_part(sealed, '.', 2) as key, count(*)": '`keys check` counts every sealed value',
  'limit $2 for no key update skip locked':
    '`keys rotate` goes through each table in batches, and the last round finds nothing',
  'delete from sms_code c where': '`keys reindex` runs while the product is stopped',
  'delete from rate_limit\n': '`keys reindex` runs while the product is stopped',
  'delete from refused_call\n': '`keys reindex` runs while the product is stopped',
  // Counts read what they count.
  'filter (where not running)::int as waiting': "the operator's page counts what waits in each queue",
  'where good_until > $1': 'the lights about SMS look at the messages of the last hour',
  'asked_total - yes_total': "the operator's figures add up the days of a month, of all websites",
  'select extract(epoch from e.received_at - b.received_at)': 'the last five hundred reviews, each with its end',
  'not exists (select 1 from registration_stop s': 'looks for one number of each quarter, mostly the first',
  // Tests send these through the product's driver.
  'select a.kind, sum(a.balance)': 'only a test adds the books up',
  'select entry_id from ledger_line group by': 'only a test adds the books up',
  // Rows that are open at a time are few.
  'i.ended_at is null and i.state in': 'once a minute, the requests of the last half hour',
  'and c.ask_after > $2': 'once after a vendor was away, its open checks',
}
