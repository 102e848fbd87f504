/** Lines of the risk gate as people read them: the service's sentence without the name, the value and the limit in it again. */

export type CheckLine = {
	readonly check: string;
	readonly passed: boolean;
	readonly value: string;
	readonly limit: string;
	readonly message: string;
};

const SIGNIFICANT = 6;

/** `% that the mid of bybit lies off its mark or index, at most` of the whole sentence; what has another form is kept as it is. */
export function checkMeaning({ check, message }: CheckLine): string {
	const sentence = message.startsWith(`${check}: `) ? message.slice(check.length + 2) : message;
	const [, inside] = /^was .*, limit .*? \((.*)\)\.$/.exec(sentence) ?? [];
	return capital((inside ?? sentence).replace(/^ms /, 'milliseconds '));
}

/** `Collar, long leg` of `collar_long`. */
export function checkName(check: string): string {
	const [, name = check, leg] = /^(.*?)(?:_(long|short))?$/.exec(check) ?? [];
	return `${capital(name.replaceAll('_', ' '))}${leg === undefined ? '' : `, ${leg} leg`}`;
}

/** Numbers with groups and as many digits as mean something; words as they are. */
export function checkFigure(text: string): string {
	return /^-?\d+(?:\.\d+)?$/.test(text)
		? Number(text).toLocaleString('en-US', {
				maximumSignificantDigits: Math.max(SIGNIFICANT, wholeDigits(text)),
			})
		: text;
}

function wholeDigits(text: string): number {
	return text.replace('-', '').split('.')[0]?.length ?? 0;
}

function capital(text: string): string {
	return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
