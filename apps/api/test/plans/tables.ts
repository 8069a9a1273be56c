/** Tables that stay small however many people come, and why. All others grow. */
export const STAYS_SMALL: Readonly<Record<string, string>> = {
  appeal_month: 'a row for each month',
  audit_inbox: 'emptied into the trail every second',
  audit_mark: 'three rows',
  audit_note: 'a row for each kind of event that is sampled, limit, provider and client',
  failure_streak: 'a row for each gateway, vendor, receiver and job',
  front_end_file: 'the files of two versions',
  installation: 'a row for each key and setting',
  intent_counted: 'one row',
  intent_uncounted: 'requests that have been open for more than an hour',
  job_run: 'a row for each job and day',
  migration: 'a row for each file',
  oidc_client: 'what the operator registered',
  provider: 'what the operator registered',
  provider_key: 'a few of each provider',
  provider_redirect: 'a few of each provider',
  registration_stop_key: 'a row for each quarter',
  sms_delivery: 'a row for each day, country and gateway',
  sms_spend: 'a row for each day, country and outcome',
  sweep_walk: 'a row for each table without an index by time',
  switch: 'a row for each switch',
  trust_anchor: 'the certificates of a trusted list',
  trust_list: 'a row for each list of the settings',
}
/** A filled database has more rows of every other table. */
export const FEWEST_ROWS = 500
