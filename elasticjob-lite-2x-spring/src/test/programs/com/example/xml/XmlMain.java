package com.example.xml;

import org.springframework.context.support.ClassPathXmlApplicationContext;

public class XmlMain {

    public static void main(final String[] args) {
        ClassPathXmlApplicationContext context = new ClassPathXmlApplicationContext("applicationContext.xml");
        context.registerShutdownHook();
        System.out.println("started | " + context.containsBean("orderJob"));
    }
}
