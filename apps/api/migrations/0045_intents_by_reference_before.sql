drop index intent_by_reference;
