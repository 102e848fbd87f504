/** Bybit's own coin, in which an account may pay its fees. */
export const FEE_COIN = 'MNT';
