/** Describes a cron expression, which the server has already validated, in Chinese. */

const NAMES = {
  month: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  weekday: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
};
const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'];
const NTH = ['', '一', '二', '三', '四', '五'];
const MOST_TIMES = 6;

const two = number => String(number).padStart(2, '0');
const isAll = text => text === '*' || text === '?';

function number(text, names) {
  const at = names ? names.indexOf(text.toUpperCase()) : -1;
  return at >= 0 ? at + 1 : Number(text);
}

/** Returns the values that a field matches, in ascending order. */
function values(text, first, last, names) {
  const result = new Set();
  for (const part of text.split(',')) {
    const [range, step] = part.split('/');
    const [begin, end] = isAll(range) ? [String(first), String(last)] : range.split('-');
    const from = begin === '' ? first : number(begin, names);
    const to = end !== undefined ? number(end, names) : step !== undefined ? last : from;
    const length = (to < from ? to + last - first + 1 : to) - from;
    for (let by = 0; by <= length; by += Number(step || 1)) {
      result.add(((from - first + by) % (last - first + 1)) + first);
    }
  }
  return [...result].sort((a, b) => a - b);
}

/** Returns the distance between consecutive values, including the wrap-around; 0 if the distances differ. */
function cycle(list, size) {
  const distance = size / list.length;
  return Number.isInteger(distance) && list.length > 1 && list.every((each, at) => each === list[0] + at * distance)
    ? distance
    : 0;
}

/** Formats values as ranges: 1、3至5 */
function runs(list, name = String) {
  const parts = [];
  for (let at = 0; at < list.length; at++) {
    let end = at;
    while (end + 1 < list.length && list[end + 1] === list[end] + 1) {
      end++;
    }
    if (end - at > 1) {
      parts.push(name(list[at]) + '至' + name(list[end]));
      at = end;
    } else {
      parts.push(name(list[at]));
    }
  }
  return parts.join('、');
}

const every = (distance, unit) => (distance === 1 ? '每' + unit : '每 ' + distance + ' ' + unit);

function timeOfDay(seconds, minutes, hours, hourText) {
  const allHours = hours.length === 24;
  const inHours = allHours ? '' : '在 ' + runs(hours) + ' 点';
  if (seconds.length === 1 && minutes.length === 1) {
    const at =
      (minutes[0] || seconds[0] ? '第 ' + minutes[0] + ' 分' : '') + (seconds[0] ? ' ' + seconds[0] + ' 秒' : '');
    const hourCycle = hourText.includes(',') ? 0 : cycle(hours, 24);
    if (allHours) {
      return at ? '每小时' + at : '每小时整点';
    }
    if (hourCycle) {
      const start = clock(hours[0], minutes[0], seconds[0]);
      return every(hourCycle, '小时') + (start === '00:00' ? '' : '（从 ' + start + ' 起）');
    }
  }
  if (seconds.length === 1 && minutes.length * hours.length <= MOST_TIMES) {
    return hours.flatMap(hour => minutes.map(minute => clock(hour, minute, seconds[0]))).join('、');
  }
  const minuteCycle = cycle(minutes, 60);
  if (seconds.length === 1) {
    const at = seconds[0] ? '的第 ' + seconds[0] + ' 秒' : '';
    return (
      inHours +
      (minuteCycle
        ? (allHours ? '' : '内') + every(minuteCycle, '分钟') + (minutes[0] ? '（从第 ' + minutes[0] + ' 分起）' : '')
        : (allHours ? '每小时' : '的') + '第 ' + runs(minutes) + ' 分') +
      at
    );
  }
  const secondCycle = cycle(seconds, 60);
  const second = secondCycle
    ? every(secondCycle, '秒') + (seconds[0] ? '（从第 ' + seconds[0] + ' 秒起）' : '')
    : '第 ' + runs(seconds) + ' 秒';
  const minute =
    minutes.length === 60
      ? ''
      : minuteCycle
        ? every(minuteCycle, '分钟') + '的'
        : (allHours ? '每小时' : '') + '第 ' + runs(minutes) + ' 分的';
  return inHours + (inHours && !minute ? '内' : '') + minute + (secondCycle || minute ? '' : '每分钟') + second;
}

function clock(hour, minute, second) {
  return two(hour) + ':' + two(minute) + (second ? ':' + two(second) : '');
}

function dayOfMonth(part) {
  const nearest = /^(\d+)W$/i.exec(part);
  if (nearest) {
    return '离 ' + nearest[1] + ' 日最近的工作日';
  }
  const fromLast = /^L(?:-(\d+))?(W)?$/i.exec(part);
  if (fromLast) {
    const day = fromLast[1] ? '倒数第 ' + (Number(fromLast[1]) + 1) + ' 天' : '最后一天';
    return fromLast[2] ? (fromLast[1] ? '离' + day + '最近的工作日' : '最后一个工作日') : day;
  }
  return null;
}

function days(dayText, weekdayText, months) {
  const inMonths = months.length === 12 ? '' : '每年 ' + runs(months) + ' 月';
  const ofMonths = inMonths || '每月';
  if (isAll(dayText) && isAll(weekdayText)) {
    return inMonths ? inMonths + '每天' : '每天';
  }
  if (isAll(dayText)) {
    const nth = /^(\w+)#(\d)$/.exec(weekdayText);
    if (nth) {
      return ofMonths + '的第' + NTH[nth[2]] + '个星期' + WEEKDAYS[number(nth[1], NAMES.weekday) - 1];
    }
    const last = /^(\w+)L$/i.exec(weekdayText);
    if (last) {
      return ofMonths + '的最后一个星期' + WEEKDAYS[number(last[1], NAMES.weekday) - 1];
    }
    // Weeks are listed from Monday, as is customary.
    const list = values(weekdayText.replace(/^L$/i, '7'), 1, 7, NAMES.weekday)
      .map(each => (each + 5) % 7)
      .sort((a, b) => a - b);
    return list.length === 7
      ? (inMonths || '') + '每天'
      : inMonths + '每' + runs(list, each => '周' + WEEKDAYS[(each + 1) % 7]);
  }
  const special = dayText.split(',').map(dayOfMonth).filter(Boolean);
  const plain = dayText.split(',').filter(each => !dayOfMonth(each));
  const list = plain.length ? values(plain.join(','), 1, 31) : [];
  return list.length === 31
    ? inMonths + '每天'
    : ofMonths + ' ' + [list.length ? runs(list) + ' 日' : null, ...special].filter(Boolean).join('、');
}

export function inChinese(expression) {
  const [second, minute, hour, day, month, weekday, year = '*'] = expression.trim().split(/\s+/);
  const hours = values(hour, 0, 23);
  const time = timeOfDay(values(second, 0, 59), values(minute, 0, 59), hours, hour);
  const date = days(day, weekday, values(month, 1, 12, NAMES.month));
  const years = isAll(year)
    ? ''
    : year.includes('/')
      ? '（年份 ' + year + '）'
      : year.replaceAll('-', '至').replaceAll(',', '、') + ' 年';
  const repeats = time.startsWith('每') && date === '每天';
  return years + (repeats ? '' : date + ' ') + time;
}
