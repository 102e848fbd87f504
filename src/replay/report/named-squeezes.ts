/**
 * Lists the squeezes that traders know by name, as windows of recorded time. A report shows those inside its span, and
 * what the portfolio did in each. To add one, append a row with what the recorded rates show.
 */

/** One window, [from, until). */
export type NamedSqueeze = {
	/** Stable id for programs. */
	readonly id: string;
	readonly name: string;
	readonly from: number;
	readonly until: number;
	/** Coins that it was about; null for the whole market. */
	readonly coins: readonly string[] | null;
	/** The event in recorded figures. */
	readonly happened: string;
};

/** All named squeezes, by time. */
export const NAMED_SQUEEZES: readonly NamedSqueeze[] = [
	{
		id: '2025-10',
		name: '10–11 Oct 2025',
		from: Date.UTC(2025, 9, 10),
		until: Date.UTC(2025, 9, 12),
		coins: null,
		happened:
			'Liquidations across the market. At 00:00 on 11 Oct, Bybit settled −1.00 % on APT, SEI and TIA, and Binance −0.30 to −0.47 % on SOL, SEI and WIF. Prices on Binance and Bybit differed by 77 to 234 bp within the hour.',
	},
	{
		id: 'apt-2025-11',
		name: 'APT, 7 Nov 2025',
		from: Date.UTC(2025, 10, 7),
		until: Date.UTC(2025, 10, 8),
		coins: ['APT'],
		happened:
			'At 08:00 Binance settled −0.53 % and Bybit −0.52 %; Hyperliquid had paid −0.19 % in one hour at 03:00.',
	},
	{
		id: 'inj-2026-02',
		name: 'INJ, Feb 2026',
		from: Date.UTC(2026, 1, 19),
		until: Date.UTC(2026, 1, 27),
		coins: ['INJ'],
		happened:
			'On 19 Feb at 16:00 Bybit settled at its cap of −1.00 % and Binance −1.18 %. From 17:00 Bybit settled every hour, until 26 Feb. Hyperliquid paid up to −0.28 % in one hour.',
	},
	{
		id: 'wif-2026-05',
		name: 'WIF, 6 May 2026',
		from: Date.UTC(2026, 4, 6),
		until: Date.UTC(2026, 4, 7),
		coins: ['WIF'],
		happened: 'At 08:00 Bybit settled −0.78 % and Binance −0.64 %.',
	},
	{
		id: 'ton-2026-06',
		name: 'TON delisted, Jun 2026',
		from: Date.UTC(2026, 5, 14),
		until: Date.UTC(2026, 5, 24),
		coins: ['TON'],
		happened:
			'Bybit delisted TON on 15 Jun and Binance on 23 Jun, while Hyperliquid continued to trade it. Bybit settled −0.46 % on 14 Jun, Binance +0.35 % on 23 Jun.',
	},
];
