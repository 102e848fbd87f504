/** UI text around the pages: banners, access panel, and fields for size, holding period and leverage. */
export const text = {
	logIn: 'Log in',
	page: 'the page',
	unknownPage: { title: 'Page not found', link: 'Go to the opportunities' },
	loadFault: (reason: string) =>
		`The page did not load: ${reason}. A service update can cause this. Reload the page.`,
	connection: {
		lost: 'Disconnected.',
		lostFor: (age: string) => `No contact with the service for ${age}. Reconnecting automatically.`,
		oldSince: (time: string) => `Figures are from ${time} and are not updating.`,
		watched: 'The service still manages your positions.',
		slow: (reason: string) => `Connecting to the service … ${reason}`,
	},
	access: {
		loggedOut: 'Logged out.',
		tokenEnded: 'The token is no longer valid.',
		notKept: 'This browser has removed it.',
		goesOn: 'Your positions stay open. Public figures stay visible.',
		dismiss: 'Dismiss',
		token: 'This page uses the token that you pasted.',
		mayTrade: 'It can read and trade.',
		readOnly: 'Read only.',
		readOnlyScopes: (scopes: string) => `Its scopes (${scopes}) do not include trading.`,
		kept: 'This browser keeps it until it expires, you remove it, or you log in.',
		notKeptHere: 'A reload removes it from this page.',
		forget: 'Remove token',
	},
	panel: {
		label: 'Access',
		whose: 'Only you can see this.',
		ways: 'with a wallet, a passkey, or a link from `carrywire login-link`.',
		free: 'A login costs nothing and sends no transaction.',
		guest: 'With simulated exchanges you can also enter as a guest.',
		useToken: 'Use a token instead',
		token: 'Token',
		tokenSource: 'from the Tokens page or `carrywire token`',
		tokenFault: 'A token is one word of 8 to 512 characters, like cw_….',
		keep: 'Keep it in this browser',
		keepMeaning:
			'If you keep it, anybody with access to this browser can use it. Otherwise a reload removes it.',
		submit: 'Use token',
	},
	terms: {
		legend: 'Size, holding period and leverage',
		fields: [
			['amount', 'Amount', 'USD over both legs', undefined],
			['horizon_hours', 'Hold for', 'hours', 'best'],
			['leverage', 'Leverage', '× per leg', undefined],
		],
		periods: 'Common holding periods',
		best: 'Best',
		units: { amount: 'USD', horizon_hours: 'hours', leverage: '×' },
		mustBeAbove: (from: string, to: string, unit: string) =>
			`Must be above ${from} and at most ${to} ${unit}.`,
		mustBeFrom: (from: string, to: string, unit: string) => `Must be from ${from} to ${to} ${unit}.`,
	},
} as const;
