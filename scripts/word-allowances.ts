/**
 * Lists texts and names that contain a forbidden word but are terms of trading, of the programming language or of a
 * wire format. An entry that nothing uses is a fault.
 */

/** An exception to the word rules, with its reason. */
export type WordAllowance = {
	readonly of: 'text' | 'name';
	/** For a text: the phrase that contains the forbidden word. For a name: the complete name. */
	readonly allows: RegExp;
	/** Matches the files to which the exception applies; if undefined, it applies everywhere. */
	readonly path?: RegExp;
	readonly reason: string;
};

/** All exceptions to the word rules. */
export const WORD_ALLOWANCES: readonly WordAllowance[] = [
	{
		of: 'text',
		allows: /[\s\S]+/,
		path: /^scripts\/(?:check-words|prose)\.test\.ts$/,
		reason: 'samples of faults for the tests of this check',
	},
	{
		of: 'text',
		allows: /[\s\S]+/,
		path: /^scripts\/commit-subjects(?:\.test)?\.ts$/,
		reason: 'words that the check of commit subjects refuses',
	},
	{
		of: 'text',
		allows: /docs\/pictures\b/,
		path: /^scripts\//,
		reason: 'the folder of screenshots and drawings',
	},
	// Terms of the programming language.
	{
		of: 'name',
		allows: /^Promise(?:Like|SettledResult|FulfilledResult|RejectedResult|WithResolvers|Constructor)?$/,
		reason: 'the class of JavaScript',
	},
	{
		of: 'name',
		allows: /^(?:promise|promisesSettle)$/,
		path: /^(?!(?:src\/(?:opportunities|domain|ports|store|operations)|research|dashboard|cli)\/)/,
		reason: 'a promise of JavaScript, and the member of `Promise.withResolvers()`',
	},
	{
		of: 'text',
		allows: /\b(?:an?|the|its|no|other|thousand|across|for|in|and|answer|on)\s+promises?\b/i,
		path: /^(?:bench|client|scripts|simulator|test|src\/(?:app|engine|runtime|venues\/shared))\/|^src\/(?:ports\/(?:clock|journal|tracer)|store\/sqlite\/journal)\.ts$/,
		reason: 'a promise of JavaScript',
	},
	{
		of: 'text',
		allows: /^Promise$|\bDate Promise\b/,
		path: /^scripts\//,
		reason: 'a name of JavaScript that a check finds',
	},
	{
		of: 'text',
		allows: /[\s\S]*\bepochs?\b[\s\S]*/i,
		path: /^(?:src\/(?:store|cluster|ports)\/|test\/|docs\/(?:cluster|design\/(?:cluster|store)|guides\/cluster)\.md)/,
		reason:
			'the number that increases whenever another process serves a user, as in the literature on leases',
	},
	{
		of: 'name',
		allows: /look(?:ed)?_?(?:up|back|ahead)/i,
		reason: 'the window of a statistic, or a search',
	},
	{
		of: 'name',
		allows: /^(?:look|looks|LOOKS|Look|ShareLook)$/,
		path: /^(?:cli|dashboard|src\/identity\/pages)\//,
		reason: 'the appearance of a text or a button',
	},
	{
		of: 'name',
		allows: /^netFloor(?:Of)?$/,
		reason: 'a member of stored plans: journals of every version have it',
	},
	{ of: 'name', allows: /^floor(?:[A-Z0-9]\w*)?$/, reason: 'rounding down, as in `Math.floor`' },
	{ of: 'text', allows: /\bfloor\s*(?:\(|to\s)/i, reason: 'rounding down in a formula' },
	{
		of: 'text',
		allows:
			/\b(?:is|are|was|were)\s+no\s+(?:longer|more|less|fewer|better|worse|different|other|one|accident|coincidence|good|matter|surprise|use|\w+er\s+than)\b/i,
		reason: 'a comparison or an idiom, not a negated noun',
	},
	{ of: 'text', allows: /\b(?:Unix|since\s+the)\s+epoch\b/i, reason: 'the zero of the clock' },
	{
		of: 'text',
		allows: /\b(?:(?:stands?|stood)\s+(?:for|still)|stand-ins?)\b/i,
		reason: 'means, does not move, or replaces',
	},
	{
		of: 'text',
		allows: /\broom\s+(?:for|left|to)\b|\b(?:makes?|made|no)\s+room\b/i,
		reason: 'an idiom for free capacity',
	},
	{ of: 'text', allows: /\bat\s+this\s+stage\b/, reason: 'an idiom: now' },
	// Trading terms.
	{
		of: 'name',
		allows: /^\w*(?:funding|Rate)Floor$/,
		reason: 'the exchanges’ name of the lowest funding rate, beside its cap',
	},
	{
		of: 'text',
		allows:
			/\b(?:cap\s+(?:and|or)\s+floor|price\s+floors?|multiplier\s+floor|than\s+the\s+floor|floors\s+on\b|floor\s+of\s+-?\d)/i,
		reason: 'the exchanges’ name of a bound',
	},
	{
		of: 'name',
		allows: /^(?:floors|FLOOR_PRINT)$/,
		path: /^test\/real\//,
		reason: 'the exchanges’ name of a bound, in tests of recorded prices',
	},
	{ of: 'text', allows: /\bface\s+value\b/i, reason: 'the size of a contract' },
	{ of: 'name', allows: /^face(?:Value)?$/, path: /^src\/venues\//, reason: 'the size of a contract' },
	// Names that come from wire formats.
	{
		of: 'name',
		allows: /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/,
		reason: 'members of the wire, tables, columns and metrics keep their names',
	},
	{
		of: 'name',
		allows: /^promises$/,
		path: /^(?:src\/api\/rpc|client|cli|dashboard\/src)\//,
		reason: 'a member of the wire',
	},
	{
		of: 'name',
		allows: /^(?:notionalFloor|requestStage)$/,
		reason: 'members of the interfaces of Binance and of the browser',
	},
	{ of: 'text', allows: /\bface(?:\s+or\s+PIN\b|\))/, reason: 'biometric login with a passkey' },
	{ of: 'text', allows: /\bTrading\s+Desk\b/, reason: 'the name of an application in tests' },
];
