create table spent_captcha (
  hash bytea primary key,
  expires_at timestamptz not null
);
comment on table spent_captcha is 'Hashes of captcha answers that were used up, until they would have expired anyway.';
