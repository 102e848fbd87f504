/** Builds the sentences about market data in English. */
import { market } from '../sentences/market.ts';
import { spoken } from './english.ts';

/** Why market data is missing or old, and why a pair or a contract does not trade. */
export const MARKET_TEXT = spoken('market', market);
