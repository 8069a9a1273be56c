drop index intent_by_account;
