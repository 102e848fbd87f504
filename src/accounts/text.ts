/**
 * Holds every user-facing text about connected exchange accounts: what happened, the value with its limit, and what
 * to do.
 */
import { spoken } from '../domain/english.ts';
import { account } from '../sentences/account.ts';

/** Reasons shown with an account's status, refusals about its key, and refusals of calls about accounts. */
export const ACCOUNT_TEXT = spoken('account', account);
