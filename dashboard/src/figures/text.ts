/** UI text for formatted figures: messages about typed numbers, and words in times. */
export const text = {
	wrongDecimalSign: (right: '.' | ',', better: string) =>
		`Use a decimal ${right === '.' ? 'point' : 'comma'}: ${better}`,
	notANumber: (typed: string, plain: string, grouped: string) =>
		`Not a number: “${typed}”. Write it as ${plain} or ${grouped}.`,
	tooManyDigits: (most: number) => `Use at most ${most} digits.`,
	past: 'now',
	hours: (count: string) => `${count} ${count === '1' ? 'hour' : 'hours'}`,
	days: (count: string) => `${count} ${count === '1' ? 'day' : 'days'}`,
	zoneOfUtc: (instant: string) => `${instant} UTC`,
};
