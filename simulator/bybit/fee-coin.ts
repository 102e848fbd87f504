/** Bybit's own coin, in which an account can pay its fees. */
export const FEE_COIN = 'MNT';
