/** Builds the sentences about connections through an exchange's OAuth page in English. */
import { exchangeOauth } from '../sentences/exchange-oauth.ts';
import { spoken } from './english.ts';

/** Refusals, and phrases that complete them. */
export const EXCHANGE_OAUTH_TEXT = spoken('exchange_oauth', exchangeOauth);
