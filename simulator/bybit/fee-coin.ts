/** Bybit's own coin, which an account may use to pay its fees. */
export const FEE_COIN = 'MNT';
