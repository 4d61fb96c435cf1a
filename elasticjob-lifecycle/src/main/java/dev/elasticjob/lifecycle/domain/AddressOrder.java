package dev.elasticjob.lifecycle.domain;

import java.util.Comparator;

/** Orders addresses numerically: 10.0.0.2 precedes 10.0.0.10. */
final class AddressOrder implements Comparator<String> {

    @Override
    public int compare(String one, String other) {
        int i = 0;
        int j = 0;
        while (i < one.length() && j < other.length()) {
            int endOfOne = end(one, i);
            int endOfOther = end(other, j);
            int order = comparePart(one.substring(i, endOfOne), other.substring(j, endOfOther));
            if (order != 0) {
                return order;
            }
            i = endOfOne;
            j = endOfOther;
        }
        int order = Integer.compare(one.length() - i, other.length() - j);
        return order != 0 ? order : one.compareTo(other);
    }

    /** Returns the end of the number or single character that starts at this position. */
    private static int end(String text, int begin) {
        int end = begin + 1;
        if (isDigit(text.charAt(begin))) {
            while (end < text.length() && isDigit(text.charAt(end))) {
                end++;
            }
        }
        return end;
    }

    private static int comparePart(String one, String other) {
        if (!isDigit(one.charAt(0)) || !isDigit(other.charAt(0))) {
            return one.compareTo(other);
        }
        String number = one.replaceFirst("^0+", "");
        String otherNumber = other.replaceFirst("^0+", "");
        int order = Integer.compare(number.length(), otherNumber.length());
        return order != 0 ? order : number.compareTo(otherNumber);
    }

    private static boolean isDigit(char each) {
        return each >= '0' && each <= '9';
    }
}
